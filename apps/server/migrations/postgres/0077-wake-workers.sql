-- Workers rest while nothing is due, and are woken when work appears (docs/decisions/0379). Reports of partners wake them
-- from the program, because a notification in each of their transactions would make the transactions wait for each other.
CREATE FUNCTION wake_workers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('work', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE TRIGGER wake_workers AFTER INSERT ON runs FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('runs');
CREATE TRIGGER wake_workers AFTER INSERT ON outgoing_deliveries FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('deliveries');
CREATE TRIGGER wake_workers AFTER INSERT ON deliveries FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('notifications');
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE OF state, send_at ON publisher_mails
  FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('mails');
CREATE TRIGGER wake_workers AFTER INSERT ON leads FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('leads');
CREATE TRIGGER wake_workers AFTER INSERT ON fact_outbox FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('facts');
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE ON deals FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('deals');

-- Of the reports, those that people add, replay or have counted again.
CREATE TRIGGER wake_workers AFTER INSERT ON conversions_to_settle FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_workers AFTER INSERT ON transaction_additions FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_workers AFTER UPDATE OF replayed_at ON postback_refusals
  FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_accepted AFTER UPDATE OF status ON leads FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE ON status_mapping_overrides
  FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE ON integrations FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');
CREATE TRIGGER wake_workers AFTER INSERT OR UPDATE ON exchange_rates FOR EACH STATEMENT EXECUTE FUNCTION wake_workers('reports');

-- The variant that a promotion gave all visitors to stands apart from the winner, which is the verdict of the test.
ALTER TABLE page_tests ADD COLUMN promoted_variant bigint;
UPDATE page_tests SET promoted_variant = coalesce(winner_id, button_winner_id) WHERE state IN ('promoted', 'undone');
-- The control never wins: it became the "winner" when somebody promoted it.
UPDATE page_tests SET winner_id = NULL WHERE winner_id = (plan ->> 'controlId')::bigint;
UPDATE page_tests SET button_winner_id = NULL WHERE button_winner_id = (plan ->> 'controlId')::bigint;

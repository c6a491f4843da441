-- What a delivery tells, by place, so that a mended address is used by the next try; older ones keep their address.
ALTER TABLE outgoing_deliveries ADD COLUMN places jsonb;

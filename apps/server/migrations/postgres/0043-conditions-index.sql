-- Which rules name a traffic source, a category, a publisher or a website in their conditions.
CREATE INDEX rules_conditions ON rules USING gin (conditions);
CREATE INDEX global_rules_conditions ON global_rules USING gin (conditions);
CREATE INDEX banner_global_rules_conditions ON banner_global_rules USING gin (conditions);

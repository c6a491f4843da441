-- The names and statuses of an integration are read from "postback". Those that stood beside it were never in force: a
-- fresh install did not count first deposits. What was reported meanwhile is counted by the worker, which follows every
-- integration that changes.
UPDATE integrations SET updated_at = now(),
  settings_json = settings_json - '{names,statuses}'::text[] || jsonb_build_object('postback',
    coalesce(settings_json -> 'postback', '{}')
    || jsonb_build_object(
      'names', coalesce(settings_json -> 'names', '{}') || coalesce(settings_json #> '{postback,names}', '{}'),
      'statuses', coalesce(settings_json -> 'statuses', '{}') || coalesce(settings_json #> '{postback,statuses}', '{}')))
  WHERE settings_json ?| '{names,statuses}'::text[];

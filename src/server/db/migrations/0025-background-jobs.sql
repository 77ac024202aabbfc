-- The last run of each background job: when the next one is due, and how the last one went.

create table background_jobs (
  name text not null,
  -- Empty for a job that one process runs for all. A job that each process runs for itself has a row
  -- for each machine and DATA_DIR.
  place text not null,
  -- The machine and process of the last run.
  runner text not null,
  -- How many runs have begun. A run notes its end only while no later one has begun.
  runs bigint not null,
  begun_at timestamptz not null,
  -- Null while the run is under way, and for good where its process ended before it did.
  ended_at timestamptz,
  succeeded_at timestamptz,
  -- Milliseconds that the last run took which ended.
  duration integer,
  -- Runs since the last success. A run under way counts until it succeeds, so that one which takes its
  -- process down with it is counted too.
  failures integer not null,
  failure text,
  due_at timestamptz not null,
  primary key (name, place)
);

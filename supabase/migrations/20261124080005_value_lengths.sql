-- How long a value may be: an answer of a few rows must stay one that a client can hold. The body of a request is bounded
-- before it comes here; functions, other clients and hosted projects are bounded by this alone.
--
-- No constraint, since a workspace may hold longer values already: those stay as they are, and their rows can be changed.

-- Refuses a row whose long value is new. Called only for rows that have a long value.
create function private.refuse_long_values() returns trigger language plpgsql set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}'::jsonb end;
  long text;
begin
  select key into long from jsonb_each(to_jsonb(new))
    where value is distinct from before -> key
      and octet_length(value #>> '{}') > case jsonb_typeof(value) when 'string' then 2097152 else 4194304 end
    limit 1;
  if long is not null then
    raise exception 'The value of % is too long: 2 MB of text, or 4 MB of a list, is the limit.', long using errcode = 'PT413';
  end if;
  return new;
end $$;
revoke all on function private.refuse_long_values() from public;

-- What a value takes is asked without reading it, so that a row of usual length costs next to nothing.
do $$
declare
  place record;
begin
  for place in
    select c.table_name, string_agg(
      case when c.data_type in ('text', 'character varying') then format('octet_length(new.%I) > 2097152', c.column_name)
        else format('pg_column_size(new.%I) > 4194304', c.column_name) end, ' or ' order by c.ordinal_position) as is_long
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
      -- Rows that the database itself moves here hold all columns of another row in one.
      and c.table_name not in ('content_bin', 'project_bin')
    group by c.table_name
  loop
    execute format('create trigger refuse_long_values before insert or update on public.%I for each row when (%s)
      execute function private.refuse_long_values()', place.table_name, place.is_long);
  end loop;
end $$;

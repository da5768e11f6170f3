-- What is known to stand on a platform stays known: a post whose parts were forgotten would be sent again.

-- The stored parts of a delivery, and those that were given after them. Stored ones are never replaced.
create function private.grown_parts(stored jsonb, given jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$
    select $1 || coalesce((
      select jsonb_agg(g.value order by g.place) from jsonb_array_elements($2) with ordinality as g (value, place)
      where g.place > jsonb_array_length($1)), '[]')
  $$;

create function private.keep_stored_parts() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.parts := private.grown_parts(old.parts, new.parts);
  return new;
end $$;
create trigger post_deliveries_parts before update of parts on public.post_deliveries
  for each row when (old.parts <> '[]' and new.parts is distinct from old.parts) execute function private.keep_stored_parts();
comment on trigger post_deliveries_parts on public.post_deliveries is 'Parts are only added, whoever changes the row.';

revoke all on function private.grown_parts(jsonb, jsonb), private.keep_stored_parts() from public;
grant execute on function private.grown_parts(jsonb, jsonb) to authenticated, service_role;

/** Longest answer body of /rest/v1, in bytes: a JavaScript string is limited to 512 MB, and is copied several times. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;

/** The name of the function that returns a body unchanged, or raises an error if it is too long. */
export const BOUNDED_ANSWER = 'extensions.bounded_answer';

/**
 * Called in the statement that builds the body, so that a body that is too long never leaves Postgres, and a write that
 * would return it is rolled back. `PT413` becomes the status; see error.ts.
 */
export const ANSWER_LIMIT_SQL = `
create or replace function ${BOUNDED_ANSWER}(body text) returns text language plpgsql immutable as $$
begin
  if octet_length(body) > ${ANSWER_MAX_BYTES} then
    raise exception 'The answer is too large: ${ANSWER_MAX_BYTES / 1024 / 1024} MB is the limit here.'
      using errcode = 'PT413', hint = 'Ask for fewer rows or columns at once.';
  end if;
  return body;
end $$;
grant execute on function ${BOUNDED_ANSWER}(text) to anon, authenticated, service_role;
`;

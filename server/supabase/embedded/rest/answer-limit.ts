/** Longest body of an answer of /rest/v1, in bytes: a text of JavaScript has at most 512 MB, and takes memory several times. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;

/** The function that gives a body as it is, and fails where it is too long. */
export const BOUNDED_ANSWER = 'extensions.bounded_answer';

/**
 * Asked in the statement that makes the body, so that one that is too long never leaves Postgres, and a write that
 * would answer it is not kept. `PT413` becomes the status; see error.ts.
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

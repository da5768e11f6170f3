/** An error answer of /storage/v1, with the message for storage-js. */
export class StorageError extends Error {
  readonly status: number;
  readonly error: string;

  /** `status` is the `statusCode` in the body; see storageAnswer. */
  constructor(status: number, error: string, message: string) {
    super(message);
    this.status = status;
    this.error = error;
  }
}

export const noBucket = () => new StorageError(404, 'Bucket not found', 'Bucket not found');
export const noObject = () => new StorageError(404, 'not_found', 'Object not found');
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists');
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`);
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
export const diskFull = () =>
  new StorageError(
    507,
    'InsufficientStorage',
    'The disk is full but for what the database needs: free some space, then upload again',
  );

/**
 * Turns an error into an answer: `{ statusCode, error, message }`. As in a hosted project, the HTTP status is 400 for
 * all client errors, and `statusCode` has the actual status. Null for an internal error, which the caller logs.
 */
export function storageAnswer(error: unknown): Response | null {
  const refusal = error instanceof StorageError ? error : ofDatabase(error);
  if (!refusal) return null;
  const { status, message } = refusal;
  return Response.json(
    { statusCode: String(status), error: refusal.error, message },
    { status: status < 500 ? 400 : status },
  );
}

/** Translates Postgres errors: policies, constraints, invalid text, a full disk, and an unavailable database. */
function ofDatabase(error: unknown): StorageError | null {
  switch ((error as { code?: unknown } | null)?.code) {
    case '42501':
      return new StorageError(403, 'Unauthorized', 'new row violates row-level security policy');
    case '23505':
      return duplicate();
    // Characters in a name or metadata that Postgres text cannot hold: NUL, or half of a surrogate pair.
    case '22021':
    case '22P02':
    case '22P05':
      return invalidRequest('It contains a character that cannot be stored');
    case '53100':
      return diskFull();
    // The database is starting, stopping or recovering, or the connection was lost.
    case '57P01':
    case '57P02':
    case '57P03':
    case '08006':
      return new StorageError(503, 'DatabaseUnavailable', 'The database is restarting. Try again in a moment');
    case '23503':
      return new StorageError(404, 'InvalidRequest', 'The related resource does not exist');
    default:
      return null;
  }
}

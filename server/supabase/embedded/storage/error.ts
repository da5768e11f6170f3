/** A refusal of /storage/v1, with the message that storage-js shows. */
export class StorageError extends Error {
  readonly status: number;
  readonly error: string;

  /** `status` is what the body says; see storageAnswer. */
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
 * What a failure answers: `{ statusCode, error, message }`. As in a hosted project the HTTP status is 400 for every
 * refusal and `statusCode` tells them apart. Null for an internal error, which is logged.
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

/** What Postgres refuses by policy or constraint, and for want of room or of itself. */
function ofDatabase(error: unknown): StorageError | null {
  switch ((error as { code?: unknown } | null)?.code) {
    case '42501':
      return new StorageError(403, 'Unauthorized', 'new row violates row-level security policy');
    case '23505':
      return duplicate();
    // What a text of the database cannot hold, in a name or in metadata: NUL, half of a pair of surrogates.
    case '22021':
    case '22P02':
    case '22P05':
      return invalidRequest('It contains a character that cannot be stored');
    case '53100':
      return diskFull();
    // It starts, stops or recovers; a connection to it was lost.
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

import type { EncodingFailure } from '../../shared/video/encoding.ts';

/** The message is what EncodingFailure calls its detail. */
export class EncodingError extends Error {
  readonly reason: EncodingFailure['reason'];

  constructor(reason: EncodingFailure['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }
}

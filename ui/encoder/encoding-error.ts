import type { EncodingFailure } from '../../shared/video/encoding.ts';

/** Its message becomes the `detail` of EncodingFailure. */
export class EncodingError extends Error {
  readonly reason: EncodingFailure['reason'];

  constructor(reason: EncodingFailure['reason'], detail: string) {
    super(detail);
    this.reason = reason;
  }
}

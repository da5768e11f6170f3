// The directory of DIDs, in memory. Prints its URL.
import { TestPlc } from '@atproto/dev-env';

const plc = await TestPlc.create({});
process.stdout.write(`${JSON.stringify({ url: plc.url })}\n`);

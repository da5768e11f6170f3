// The directory of DIDs, in memory. Prints its address.
import { TestPlc } from '@atproto/dev-env';

const plc = await TestPlc.create({});
process.stdout.write(`${JSON.stringify({ url: plc.url })}\n`);

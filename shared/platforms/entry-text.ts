import { z } from 'zod';

/** One line of an entry, such as a key or a token. */
export const entryText = z.string().trim().min(1).max(4096);
/** The address of a server, with or without `https://`. */
export const serverText = z.string().trim().min(1).max(300);

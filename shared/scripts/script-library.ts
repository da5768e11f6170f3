import { z } from 'zod';

const name = z
  .string('the name is missing')
  .trim()
  .min(1, 'the name is empty')
  .max(200, 'a name has at most 200 characters');
/** The store limits its length, and answers 413. */
const code = z.string('the code is missing');

/** A saved script without its code. Times are ISO 8601. */
export const savedScriptSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SavedScript = z.infer<typeof savedScriptSchema>;

/** GET /api/scripts: newest first. */
export const savedScriptListSchema = z.array(savedScriptSchema);

/** GET /api/scripts/:id. */
export const savedScriptWithCodeSchema = savedScriptSchema.extend({ code: z.string() });
export type SavedScriptWithCode = z.infer<typeof savedScriptWithCodeSchema>;

export const scriptParamsSchema = z.object({ id: z.uuid('expected the id of a saved script') });

/** POST /api/scripts: a new script; 201. */
export const newScriptSchema = z.object({ name, code });
export type NewScript = z.infer<typeof newScriptSchema>;

/** PUT /api/scripts/:id. With `ifUpdatedAt`, 409 if the script has been changed since. */
export const scriptChangeSchema = z.object({ name, code, ifUpdatedAt: z.iso.datetime({ offset: true }).optional() });
export type ScriptChange = z.infer<typeof scriptChangeSchema>;

import { join } from 'node:path';
import { type AiChange, type AiSettings, aiSettingsSchema } from '../../../shared/agent/ai.ts';
import { readPrivateFile, writePrivateFile } from '../../directories/private-file.ts';
import { AppError } from '../../errors.ts';
import { withChange } from './ai-settings.ts';
import { createInstallation } from './local/installation.ts';
import { notInstalled } from './local/messages.ts';
import { BY_ENVIRONMENT, CAP_BY_ENVIRONMENT, CHOOSE_AGAIN } from './messages.ts';

export type AiSettingsStore = ReturnType<typeof aiSettingsStore>;

/**
 * The choice of a model with its key, kept in ai.json of the data directory, which only this user may read. It is read
 * at every use, so that the terminal and a running agent see each other's changes. `given` is what the environment or
 * the config file say: with a provider there, that is the choice.
 */
export function aiSettingsStore(dataDir: string, given: AiSettings) {
  const path = join(dataDir, 'ai.json');
  const installation = createInstallation(dataDir);

  return {
    /** The ids of the models that this machine can run. */
    installedModels: () => installation.models(),

    /** AppError internal when the file cannot be read. */
    async current(): Promise<{ source: 'stored' | 'environment'; settings: AiSettings }> {
      const stored = await read(path);
      const monthlyCapUsd = given.monthlyCapUsd ?? stored.monthlyCapUsd;
      if (given.provider) return { source: 'environment', settings: { ...given, monthlyCapUsd } };
      return { source: 'stored', settings: { ...stored, monthlyCapUsd } };
    },

    /** AppError conflict for what the environment sets, and for a model of this machine that is not installed. */
    async change(change: AiChange): Promise<AiSettings> {
      const { monthlyCapUsd, ...model } = change;
      if (given.provider && Object.keys(model).length > 0) throw new AppError('conflict', BY_ENVIRONMENT);
      if (given.monthlyCapUsd !== null && monthlyCapUsd !== undefined)
        throw new AppError('conflict', CAP_BY_ENVIRONMENT);
      const settings = withChange(await read(path), change);
      const { provider, model: chosen } = settings;
      if (provider === 'local' && chosen !== null && !installation.modelFile(chosen))
        throw new AppError('conflict', notInstalled(chosen));
      await writePrivateFile(path, `${JSON.stringify(settings, null, 2)}\n`);
      return settings;
    },
  };
}

async function read(path: string): Promise<AiSettings> {
  const kept = await readPrivateFile(path, (text) => aiSettingsSchema.parse(JSON.parse(text)), CHOOSE_AGAIN);
  return kept ?? aiSettingsSchema.parse({});
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { type AiChange, type AiSettings, aiSettingsSchema } from '../../../shared/ai/ai.ts';
import { AppError } from '../../errors.ts';
import { readPrivateFile, replaceSecretFile, writePrivateFile } from '../../files/private-file.ts';
import { withChange } from './ai-settings.ts';
import { createInstallation } from './local/installation.ts';
import { notInstalled } from './local/messages.ts';
import { BY_ENVIRONMENT, CAP_BY_ENVIRONMENT, CHOOSE_AGAIN } from './messages.ts';

/** Encrypts and decrypts the key. AppErrors as for Seal in ../publishing/channels/vault.ts. */
export type KeySeal = {
  seal(secret: unknown): Promise<Record<string, unknown>>;
  open(sealed: unknown): Promise<unknown>;
};

/** ai.json with the encrypted key. Files of earlier versions have a plain `apiKey`, which is read but never written. */
const storedSchema = aiSettingsSchema.extend({
  sealedKey: z.record(z.string(), z.unknown()).nullable().default(null),
});
type Stored = z.infer<typeof storedSchema>;

/** A placeholder for an existing key when its value does not matter; differs from any real key. */
const SOME_KEY = `kept-${randomUUID()}`;

export type AiSettingsStore = ReturnType<typeof aiSettingsStore>;

/**
 * The choice of a model with its encrypted key, in ai.json of the data directory, readable only by this user. The file
 * is read at every use, so that the terminal and a running agent see each other's changes. `given` is the choice from
 * the environment or the config file, which takes precedence if it has a provider.
 */
export function aiSettingsStore(dataDir: string, given: AiSettings, seal: KeySeal) {
  const path = join(dataDir, 'ai.json');
  const installation = createInstallation(dataDir);

  /** Null also for an unreadable key, which has to be entered again. */
  const keyOf = async ({ apiKey, sealedKey }: Stored): Promise<string | null> => {
    if (sealedKey === null) return apiKey;
    const opened = await seal.open(sealedKey).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'no_session') return null;
      throw error;
    });
    return typeof opened === 'string' ? opened : null;
  };

  return {
    /** The ids of the installed models. */
    installedModels: () => installation.models(),

    /** Whether a provider is chosen, and the local model if it is chosen and installed. Needs no key. */
    async writer(): Promise<{ hasProvider: boolean; localModel: string | null }> {
      const { provider, model } = given.provider ? given : await read(path);
      const isLocal = provider === 'local' && model !== null && installation.modelFile(model) !== null;
      return { hasProvider: provider !== null, localModel: isLocal ? model : null };
    },

    /**
     * AppError internal when the file is unreadable, unavailable while the keychain with the encryption key is locked.
     */
    async current(): Promise<{ source: 'stored' | 'environment'; settings: AiSettings }> {
      const { sealedKey: _sealedKey, ...stored } = await read(path);
      const monthlyCapUsd = given.monthlyCapUsd ?? stored.monthlyCapUsd;
      if (given.provider) return { source: 'environment', settings: { ...given, monthlyCapUsd } };
      const apiKey = await keyOf({ ...stored, sealedKey: _sealedKey });
      return { source: 'stored', settings: { ...stored, apiKey, monthlyCapUsd } };
    },

    /**
     * Saves a change and returns the result without the key itself: a non-null `apiKey` means that there is one. An
     * unchanged key is not encrypted again. AppError conflict for settings that the environment sets, and for a local
     * model that is not installed.
     */
    async change(change: AiChange): Promise<AiSettings> {
      const { monthlyCapUsd, ...model } = change;
      if (given.provider && Object.keys(model).length > 0) throw new AppError('conflict', BY_ENVIRONMENT);
      if (given.monthlyCapUsd !== null && monthlyCapUsd !== undefined)
        throw new AppError('conflict', CAP_BY_ENVIRONMENT);
      const { sealedKey: before, ...stored } = await read(path);
      const hadKey = before !== null || stored.apiKey !== null;
      const settings = withChange({ ...stored, apiKey: hadKey ? SOME_KEY : null }, change);
      const { provider, model: chosen, apiKey } = settings;
      if (provider === 'local' && chosen !== null && !installation.modelFile(chosen))
        throw new AppError('conflict', notInstalled(chosen));
      const key =
        apiKey === SOME_KEY ? (before ?? (await seal.seal(stored.apiKey))) : apiKey && (await seal.seal(apiKey));
      await writePrivateFile(path, asText({ ...settings, apiKey: null, sealedKey: key || null }));
      return { ...settings, apiKey: apiKey && SOME_KEY };
    },

    /**
     * Encrypts a plain key from an earlier version or an old backup; returns whether there was one. AppError internal
     * when the file is unreadable, unavailable while the keychain is locked.
     */
    async sealPlainKey(): Promise<boolean> {
      const stored = await read(path);
      if (stored.apiKey === null) return false;
      const sealedKey = await seal.seal(stored.apiKey);
      await replaceSecretFile(path, asText({ ...stored, apiKey: null, sealedKey }));
      return true;
    },
  };
}

async function read(path: string): Promise<Stored> {
  const kept = await readPrivateFile(path, (text) => storedSchema.parse(JSON.parse(text)), CHOOSE_AGAIN);
  return kept ?? storedSchema.parse({});
}

function asText(stored: Stored): string {
  return `${JSON.stringify(stored, null, 2)}\n`;
}

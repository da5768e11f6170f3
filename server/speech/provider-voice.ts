import { z } from 'zod';
import type { ModelChoice } from '../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../shared/ai/providers.ts';
import { AppError } from '../errors.ts';
import type { GenerationError } from '../generation/generation-error.ts';
import { limitAnswers } from '../generation/writers/model/limit-answers.ts';
import { type Failure, failureOfStatus, reasonIn, unreachable } from '../generation/writers/model/status-failure.ts';
import { didNotSpeak, NO_SOUND, TOO_MUCH, TOO_SLOW } from './messages.ts';
import type { SpokenText, Voice } from './voice.ts';
import { readWav, type Speech, speechOf } from './wav.ts';

const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
const SPEAK_LIMIT_MS = 60_000;

/** The provider that speech is requested from, with its key. */
export type VoiceAccount = Pick<ModelChoice, 'provider' | 'apiKey' | 'baseUrl'>;

/** A provider's text-to-speech API: its request and response. */
type SpeechApi = {
  model: string;
  path: string;
  headers(key: string): Record<string, string>;
  body(spoken: SpokenText): object;
  /** Null if the response has no sound. */
  read(answer: Buffer): Speech | null;
  /** List price of November 2026, in US dollars per minute of speech. */
  usdPerMinute: number;
};

const OPENAI_MODEL = 'gpt-4o-mini-tts';
const GOOGLE_MODEL = 'gemini-2.5-flash-preview-tts';

const APIS: { readonly [provider in AiProvider]?: SpeechApi } = {
  openai: {
    model: OPENAI_MODEL,
    path: '/audio/speech',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: ({ text, speed }) => ({
      ...{ model: OPENAI_MODEL, voice: 'coral', input: text, response_format: 'wav', speed },
      instructions: 'Speak naturally and clearly, like the narrator of a short video.',
    }),
    read: readWav,
    usdPerMinute: 0.015,
  },
  google: {
    model: GOOGLE_MODEL,
    path: `/models/${GOOGLE_MODEL}:generateContent`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: ({ text, speed }) => ({
      contents: [{ parts: [{ text: `Read aloud, ${paceOf(speed)}, like the narrator of a short video:\n${text}` }] }],
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
    }),
    read: readGoogle,
    usdPerMinute: 0.015,
  },
};

const paceOf = (speed: number) => (speed < 1 ? 'slowly and calmly' : speed > 1 ? 'quickly' : 'at an ordinary pace');

/** The provider's speech model and its price; null if it has none. */
export function speechModelOf(provider: AiProvider): Pick<SpeechApi, 'model' | 'usdPerMinute'> | null {
  return APIS[provider] ?? null;
}

/**
 * The voice of a provider's account; null if the provider has none or the key is missing. Redirects are not followed,
 * because the key would be sent along.
 */
export function providerVoice({ provider, apiKey, baseUrl }: VoiceAccount): Voice | null {
  const api = APIS[provider];
  if (!api || apiKey === null) return null;
  const name = AI_PROVIDERS[provider].label;
  const choice: ModelChoice = { provider, apiKey, baseUrl, model: api.model, price: null };
  return {
    name,
    async speak(spoken, cancelled) {
      const late = AbortSignal.timeout(SPEAK_LIMIT_MS);
      const limit = limitAnswers(ANSWER_MAX_BYTES);
      const failed = (reason: string) => new AppError('unavailable', didNotSpeak(name, reason));
      const address = `${baseUrl ?? AI_PROVIDERS[provider].baseUrl ?? ''}${api.path}`;
      let answer: Buffer;
      try {
        const response = await limit.fetch(address, {
          method: 'POST',
          headers: { ...api.headers(apiKey), 'content-type': 'application/json' },
          body: JSON.stringify(api.body(spoken)),
          redirect: 'error',
          signal: AbortSignal.any([cancelled, late]),
        });
        answer = Buffer.from(await response.arrayBuffer());
        if (!response.ok) {
          const body = answer.toString('utf8');
          const headers = Object.fromEntries(response.headers);
          throw asAppError(
            failureOfStatus({ status: response.status, message: reasonIn(body), body, headers }, choice),
          );
        }
      } catch (thrown) {
        cancelled.throwIfAborted();
        if (thrown instanceof AppError) throw thrown;
        if (late.aborted) throw failed(TOO_SLOW);
        throw limit.isExceeded() ? failed(TOO_MUCH) : asAppError(unreachable(thrown, choice));
      }
      const speech = api.read(answer);
      if (!speech) throw failed(NO_SOUND);
      return speech;
    },
  };
}

const googleSchema = z.object({
  candidates: z
    .array(
      z.object({
        content: z.object({
          parts: z.array(z.object({ inlineData: z.object({ data: z.string(), mimeType: z.string() }) })),
        }),
      }),
    )
    .min(1),
});

/** Reads samples without a header; their rate is in the media type: "audio/L16;codec=pcm;rate=24000". */
function readGoogle(answer: Buffer): Speech | null {
  const parsed = googleSchema.safeParse(asJson(answer));
  const part = parsed.data?.candidates[0]?.content.parts[0]?.inlineData;
  const rate = Number(/rate=(\d+)/.exec(part?.mimeType ?? '')?.[1]);
  return part && rate ? speechOf(Buffer.from(part.data, 'base64'), { channels: 1, rate }) : null;
}

function asJson(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'));
  } catch {
    return null;
  }
}

function asAppError({ error }: Failure): AppError {
  const { code, message }: GenerationError = error;
  return new AppError(code === 'rate_limited' || code === 'conflict' ? code : 'unavailable', message, { cause: error });
}

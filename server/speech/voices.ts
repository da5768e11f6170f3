import { Temporal } from 'temporal-polyfill';
import type { VoiceKind, Voices } from '../../shared/video/making.ts';
import { AppError } from '../errors.ts';
import { GenerationError } from '../generation/generation-error.ts';
import { modelLedger, refuseOverCap } from '../generation/writers/model/ledger.ts';
import type { Client } from '../supabase/connection.ts';
import { NO_PROVIDER_VOICE, noSystemVoice } from './messages.ts';
import { providerVoice, speechModelOf, type VoiceAccount } from './provider-voice.ts';
import { findSystemVoice, type SpeakingMachine, voiceHint } from './system-voice.ts';
import type { Voice } from './voice.ts';
import { speechMs } from './wav.ts';

/** The voices available to this agent. */
export type Speakers = {
  list(): Promise<Voices>;
  /** AppError conflict with the remedy if there is no such voice. A provider's usage counts toward the month. */
  open(kind: VoiceKind, client: Client): Promise<Voice>;
};

type SpeakersDeps = {
  machine(): SpeakingMachine;
  /** The chosen AI provider with its key; null if none is chosen here. */
  account(): Promise<(VoiceAccount & { monthlyCapUsd: number | null }) | null>;
};

export function openSpeakers({ machine, account }: SpeakersDeps): Speakers {
  return {
    async list() {
      const [system, chosen] = await Promise.all([findSystemVoice(machine()), account()]);
      const provider = chosen && providerVoice(chosen);
      const named = (voice: Voice | null) => voice && { name: voice.name };
      return { system: named(system), provider: named(provider) };
    },
    async open(kind, client) {
      if (kind === 'system') {
        const voice = await findSystemVoice(machine());
        if (!voice) throw new AppError('conflict', noSystemVoice(voiceHint(machine().platform)));
        return voice;
      }
      const chosen = await account();
      const voice = chosen && providerVoice(chosen);
      if (!voice) throw new AppError('conflict', NO_PROVIDER_VOICE);
      return paidFor(voice, chosen, client);
    },
  };
}

/**
 * Adds the monthly cap and the ledger to a provider's voice. Providers do not report what a call costs, so the cost is
 * estimated from the length of the speech.
 */
function paidFor(
  voice: Voice,
  { provider, baseUrl, monthlyCapUsd }: VoiceAccount & { monthlyCapUsd: number | null },
  client: Client,
): Voice {
  const ledger = modelLedger(client, Temporal.Now.instant);
  return {
    ...voice,
    async speak(spoken, signal) {
      try {
        await refuseOverCap({ monthlyCapUsd, ledger });
        const speech = await voice.speak(spoken, signal);
        const { model = '', usdPerMinute = 0 } = speechModelOf(provider) ?? {};
        // A custom server has different prices.
        const costUsd = baseUrl === null ? (speechMs(speech) / 60_000) * usdPerMinute : null;
        await ledger.record({ model: `${provider}:${model}`, inputTokens: 0, outputTokens: 0, costUsd });
        return speech;
      } catch (error) {
        if (!(error instanceof GenerationError)) throw error;
        throw new AppError(error.code === 'conflict' ? 'conflict' : 'unavailable', error.message, { cause: error });
      }
    },
  };
}

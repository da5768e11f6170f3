import { gigabytes } from '../messages.ts';
import type { EngineFault } from './protocol.ts';

const WHERE = 'in Settings, AI Writer, or with `local-agent ai`';

/** Reasons why a local model cannot write, each with the remedy. */
export const NO_ENGINE = `The engine for models on this machine is not installed. Install it ${WHERE}.`;
export const noModelFile = (model: string) =>
  `The model ${model} is not on this machine. Install it, or choose another one, ${WHERE}.`;
export const tooLittleMemory = (model: string, neededBytes: number, freeBytes: number) =>
  `${model} needs about ${gigabytes(neededBytes)} of free memory, and ${gigabytes(freeBytes)} are free. Close other programs, or choose a smaller model ${WHERE}.`;
export const outOfMemory = (model: string) =>
  `This machine ran out of memory for ${model}. Close other programs, or choose a smaller model ${WHERE}.`;
export const killedBySystem = (model: string) =>
  `The process of ${model} was killed, most likely because memory ran out. Close other programs, or choose a smaller model ${WHERE}.`;
export const crashed = (model: string, how: string) =>
  `The process of ${model} crashed (${how}). Try again; if it happens again, choose another model ${WHERE}.`;
export const cannotStart = (reason: string) =>
  `The engine for models on this machine cannot be started: ${sentence(reason)} Try again.`;
export const MODEL_REMOVED = 'The model was removed while it was writing. Choose another one in Settings, AI Writer.';
export const ENGINE_STOPPED = 'The agent was stopped before the model had answered.';

/** The message for a failure that the engine process reported; `reason` is the engine's text. */
export function faultInWords(trouble: EngineFault, model: string, reason: string): string {
  switch (trouble) {
    case 'engine':
      return `The engine for models on this machine does not run here: ${sentence(reason)} Remove it and install it again, ${WHERE}.`;
    case 'model':
      return `${model} cannot be loaded: ${sentence(reason)} Install it again, or choose another one, ${WHERE}.`;
    case 'memory':
      return outOfMemory(model);
    case 'question':
      return `${model} could not answer: ${sentence(reason)} Try again, or choose another model ${WHERE}.`;
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

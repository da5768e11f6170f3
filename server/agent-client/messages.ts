import type { GenerationProgress } from '../../shared/posts/generation.ts';

/** Messages of the agent API's clients: the terminal, and assistants that use the Model Context Protocol. */

export const CONNECTION_LOST =
  'The connection to the agent was lost. Check whether it is running with `local-agent status`.';
export const NO_RESULT = 'The run ended without a result. Check the agent’s log, then try again.';
export const TOO_LARGE = 'Larger than 200 MB. Shorten or compress it first.';
export const notAFile = 'Not a file. Specify pictures or videos.';
export const cannotRead = (reason: string) => `Cannot be read (${reason}). Check the name.`;

const STEP_IN_WORDS: { [step in GenerationProgress['step']]: string } = {
  sources: 'Reading the sources',
  writing: 'Writing the posts',
  media: 'Drawing the pictures',
  scheduling: 'Finding free times',
};

/** Describes a step of a generation: "Writing the posts (1 of 3)". */
export const progressInWords = ({ step, done, total, detail }: GenerationProgress) =>
  `${STEP_IN_WORDS[step]} (${done} of ${total})${detail ? `: ${detail}` : ''}`;

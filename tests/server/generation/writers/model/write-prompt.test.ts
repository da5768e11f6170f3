import { expect, test } from 'vitest';
import { writePrompt } from '../../../../../server/generation/writers/model/write-prompt.ts';

const OWN = 'Rye keeps for a week in a linen bag.';
const OTHERS = 'Sales of the other client fell by a third in May.';

test('a model is shown the earlier posts of the same project alone', () => {
  const { prompt } = writePrompt(
    {
      niche: 'Rye bread',
      template: { name: 'General', prompt: 'Write about Rye bread.' },
      sources: [],
      platforms: ['linkedin'],
      count: 1,
      avoid: [OWN, OTHERS],
      earlier: [OWN],
      hasVideo: false,
      seed: 'seed',
      onPost: () => {},
    },
    'mark',
  );
  expect(prompt).toContain(`- ${OWN}`);
  expect(prompt).not.toContain('other client');
});

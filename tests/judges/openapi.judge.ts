import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { startTestAgent } from '../helpers/agent.ts';

it('a linter finds no fault in the description of the API', async () => {
  const agent = await startTestAgent();
  try {
    const source = await (await agent.call('/api/openapi.json', { token: null })).text();
    // The first rule counts components that only x-events uses as unused; the second sees no difference between an
    // optional `false` and a `true`.
    const rules = { 'no-unused-components': 'off', 'no-illogical-composition-keywords': 'off' } as const;
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    const said = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
    expect(said).toEqual([]);
  } finally {
    await agent.close();
  }
});

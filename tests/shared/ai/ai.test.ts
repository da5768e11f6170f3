import { expect, it } from 'vitest';
import { aiChangeSchema } from '../../../shared/ai/ai.ts';

const addressOf = (baseUrl: string) => aiChangeSchema.safeParse({ baseUrl });

it('keeps a server address without its ending slashes', () =>
  expect(addressOf('https://api.example.com/v1//').data).toEqual({ baseUrl: 'https://api.example.com/v1' }));

it('takes no address that holds a login, which would be shown where the key is not', () => {
  for (const login of ['user:secret', 'user', ':secret'])
    expect(addressOf(`https://${login}@api.example.com/v1`).error?.issues[0]?.message).toContain('user and password');
});

it('reads no address of any length, and none twice for its slashes', () =>
  expect(addressOf(`https://api.example.com/${'/'.repeat(1_000_000)}x`).success).toBe(false));

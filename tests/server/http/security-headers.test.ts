import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../server/http/security-headers.ts';

const directives = (policy: string) => Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text]));

it('the policy of our pages lets no inline or foreign script run, and nobody frame them', () => {
  for (const origin of [null, 'https://abc.supabase.co']) {
    const policy = directives(contentSecurityPolicy(origin));
    expect([policy['script-src'], policy['object-src']]).toEqual(["script-src 'self'", "object-src 'none'"]);
    expect([policy['base-uri'], policy['frame-ancestors']]).toEqual(["base-uri 'none'", "frame-ancestors 'none'"]);
  }
});

it('the policy of our pages reaches the hosted project, and nothing else, from pages of a hosted workspace', () => {
  const policy = directives(contentSecurityPolicy('https://abc.supabase.co'));
  expect(policy['connect-src']).toBe("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co");
  expect(policy['img-src']).toBe("img-src 'self' data: blob: https://abc.supabase.co");
  expect(policy['media-src']).toBe("media-src 'self' blob: https://abc.supabase.co");
  expect(directives(contentSecurityPolicy(null))['connect-src']).toBe("connect-src 'self'");
});

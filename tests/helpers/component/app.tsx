import { GoTrueClient } from '@supabase/supabase-js';
import { screen, waitFor, within } from '@testing-library/dom';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Window as HappyWindow } from 'happy-dom';
import * as React from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { App } from '@/app/app.tsx';
import type { Client } from '../../../server/supabase/connection.ts';
import type { TestAgent } from '../agent.ts';
import type { Fault } from '../request-faults.ts';
import { workerAgent } from '../worker-agent.ts';
import { cleanup, render } from './react.ts';

type Account = { email: string; password: string };
type Interception = { match: RegExp; handle(next: () => Promise<Response>, request: Request): Promise<Response> };

/** The key under which supabase-js stores the session of a backend on 127.0.0.1. */
export const SESSION_KEY = 'sb-127-auth-token';

/**
 * Agents of the worker's earlier files: the clients of their documents still refresh sessions, as if their windows were
 * open.
 */
const endedAgents = new Set<string>();

/** Clicks on these do nothing. A control that is only aria-disabled explains why. */
const DISABLED = ':disabled, [data-disabled]';

leaveOutOwnerStacks();

/** The response of a backend that can store nothing. */
const FULL = { status: 500, body: { message: 'The database is full.' } } as const;

/**
 * The whole UI in a document without a browser, backed by a real agent and database that a file's tests share: for
 * texts and behaviour. Layout, dragging, appearance and the editor need a browser (tests/e2e). A console error fails
 * the test, unless the test made a request fail. `start` starts an agent other than the worker's. Called once at the
 * top of a file.
 */
export function appInDocument(start: () => Promise<TestAgent> = workerAgent) {
  let agent: TestAgent;
  let account: Account;
  let member: Client;
  let user: UserEvent;
  let errors: MockInstance<typeof console.error>;
  let interceptions: Interception[] = [];
  let hasFailed = false;
  let letHeldGo = () => {};
  let asked: string[] = [];
  let answered: string[] = [];
  /**
   * By email: the stored session of a window in which the user signed in earlier. Valid until a page refreshes or ends
   * one.
   */
  const sessions = new Map<string, Promise<string>>();
  const nodesFetch = globalThis.fetch;

  /** Sends the page's requests, with the test's faults. */
  const pagesFetch: typeof fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.href), init);
    if (endedAgents.has(new URL(request.url).origin)) return new Promise(() => undefined);
    const next = () => nodesFetch(request);
    const name = `${request.method} ${request.url}`;
    const found = interceptions.find(({ match }) => match.test(name));
    asked.push(name);
    if (name.includes('/auth/v1/')) sessions.clear();
    // Of this document, which may have been replaced by the time of the response.
    const answers = answered;
    return (found ? found.handle(next, request) : next()).finally(() => answers.push(name));
  };

  beforeAll(async () => {
    agent = await start();
    account = await agent.addMember();
    member = agent.supabase(await agent.signIn(account.email, account.password));
    (window as unknown as HappyWindow).happyDOM.setURL(agent.url);
    globalThis.fetch = pagesFetch;
  });
  beforeEach(() => {
    hasFailed = false;
    errors = vi.spyOn(console, 'error');
  });
  afterEach(() => {
    // The document does not support the element <search>.
    const said = errors.mock.calls.filter(([format]) => !String(format).startsWith('The tag <%s> is unrecognized'));
    errors.mockRestore();
    letGo();
    close();
    sessionStorage.clear();
    if (!hasFailed) expect(said).toEqual([]);
  });
  afterAll(async () => {
    // A screen whose loading is cut short stays broken for the worker's next files, too.
    await vi.dynamicImportSettled();
    globalThis.fetch = nodesFetch;
    localStorage.clear();
    if (start === workerAgent) return;
    if (agent) endedAgents.add(new URL(agent.url).origin);
    await agent?.close();
  });

  function letGo() {
    interceptions = [];
    letHeldGo();
  }

  function close() {
    cleanup();
    asked = [];
    answered = [];
    // Clients count their instances; another window has its own count.
    Reflect.set(GoTrueClient, 'nextInstanceID', {});
  }

  return {
    get agent() {
      return agent;
    },
    get account() {
      return account;
    },
    /** A separate client of the account, besides the page's. */
    get member() {
      return member;
    },
    /** The user's actions: keys (`user.keyboard`, `user.tab`), clicks, files (`user.upload`), the clipboard. */
    get user() {
      return user;
    },
    /** The test's console errors so far. */
    get consoleErrors() {
      return errors.mock.calls.map((values) => values.join(' '));
    },
    /** Opens the UI at a path, signed in unless `as` is null; closes what was open before, like a new window. */
    async open(path = '/', as: Account | null = account) {
      close();
      localStorage.clear();
      if (as) {
        const session = sessions.get(as.email) ?? sessionOf(agent, as);
        sessions.set(as.email, session);
        localStorage.setItem(SESSION_KEY, await session);
      }
      history.replaceState(null, '', path);
      user = userEvent.setup({ pointerEventsCheck: 0, applyAccept: false });
      render(<App />);
    },
    /** Reloads: what the page has stored is read again. */
    reload() {
      close();
      render(<App />);
    },
    /** From now on the page's matching requests ("GET https://...") fail like this, until `letGo` or the test's end. */
    fail(match: RegExp, fault: Fault = FULL) {
      hasFailed = true;
      const handle = async () => {
        if (fault === 'no connection') throw new TypeError('Failed to fetch');
        return Response.json(fault.body, { status: fault.status });
      };
      interceptions.push({ match, handle });
    },
    /** From now on the page's matching requests wait until `letGo`. */
    hold(match: RegExp) {
      const held = new Promise<void>((resolve) => {
        letHeldGo = resolve;
      });
      interceptions.push({ match, handle: (next) => held.then(next) });
    },
    /** From now on the responses to the page's matching requests wait until `letGo`. Resolves at the first response. */
    holdAnswers(match: RegExp): Promise<void> {
      const held = new Promise<void>((resolve) => {
        letHeldGo = resolve;
      });
      return new Promise((isThere) => {
        const handle = async (next: () => Promise<Response>) => {
          const answer = await next();
          isThere();
          await held;
          return answer;
        };
        interceptions.push({ match, handle });
      });
    },
    /** Runs `work` before each matching request is sent to the server: the page cannot have seen its changes. */
    doBefore(match: RegExp, work: () => Promise<unknown>) {
      interceptions.push({ match, handle: (next) => work().then(next) });
    },
    letGo,
    /** Clicks the button (or another element with a name and role) as soon as it exists and is not disabled. */
    async press(name: string | RegExp, { role = 'button', inside = document.body }: Where = {}) {
      const control = await waitFor(() => {
        const found = within(inside).getByRole(role, { name });
        expect(found.matches(DISABLED)).toBe(false);
        return found;
      });
      await user.click(control);
    },
    /** Writes the text into the field with a label, replacing its content. */
    async fill(label: string | RegExp, text: string, inside: HTMLElement = document.body) {
      // A password field has no role, and one with suggestions has a different one.
      const secret = { selector: 'input[type=password], input[list]' };
      const field = await waitFor(
        () => within(inside).queryByRole('textbox', { name: label }) ?? within(inside).getByLabelText(label, secret),
      );
      await user.clear(field);
      if (text === '') return;
      await user.click(field);
      await user.paste(text);
    },
    /** Chooses an option of the list that the field with this name opens. */
    async choose(field: string | RegExp, option: string | RegExp, inside: HTMLElement = document.body) {
      const combobox = await within(inside).findByRole('combobox', { name: field });
      // Clicking a field does nothing until another choice has enabled it.
      await waitFor(() => expect(combobox.matches(`${DISABLED}, [aria-disabled=true]`)).toBe(false));
      await user.click(combobox);
      // The visible list: in a form there is also a hidden one beside it.
      await user.click(await within(await screen.findByRole('listbox')).findByRole('option', { name: option }));
    },
    /** Fills in the form of /auth and submits it. */
    async signIn({ email, password }: Account = account) {
      await user.click(await screen.findByLabelText('Email'));
      await user.paste(email);
      await user.click(screen.getByLabelText('Password'));
      await user.paste(password);
      await user.click(screen.getByRole('button', { name: 'Sign In' }));
    },
    /** The page's requests since it was opened ("GET https://..."). */
    get asked(): readonly string[] {
      return asked;
    },
    /** Waits until the page has had a response to each of these requests ("GET https://..."), and none is pending. */
    async hasAnswers(...matches: RegExp[]) {
      await waitFor(() => {
        for (const match of matches) expect(answered).toContainEqual(expect.stringMatching(match));
        expect(answered).toHaveLength(asked.length);
      });
    },
    /**
     * From now on the page's matching requests get this answer (or its result, if it is a function; a Response as it
     * is), and are not sent. Returns the requests so far, an array that grows: "/api/posts/1/mark {"url":null}".
     */
    answer(match: RegExp, body: unknown, status = 200): string[] {
      const requests: string[] = [];
      const handle = async (_: unknown, request: Request) => {
        requests.push(`${new URL(request.url).pathname} ${await request.text()}`.trim());
        const answered = typeof body === 'function' ? await body(request.url) : body;
        return answered instanceof Response ? answered : Response.json(answered, { status });
      };
      interceptions.push({ match, handle });
      return requests;
    },
    /** Follows a link of the sidebar. */
    async goTo(item: string) {
      const sidebar = await screen.findByRole('navigation', { name: 'Main' });
      await user.click(within(sidebar).getByRole('link', { name: item }));
    },
  };
}

async function sessionOf(agent: TestAgent, account: Account): Promise<string> {
  const { data, error } = await agent.supabase().auth.signInWithPassword(account);
  if (error) throw error;
  return JSON.stringify(data.session);
}

/** For helpers outside the test's own file. */
export type AppInDocument = ReturnType<typeof appInDocument>;

type Where = { role?: string; inside?: HTMLElement };

/** Waits until the document shows all of these texts, ignoring whitespace. */
export async function says(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const shown = words();
    for (const text of texts) expect(shown).toContain(plain(text));
  });
}

/** Waits until the document no longer shows any of these texts. */
export async function saysNoMore(...texts: string[]): Promise<void> {
  await waitFor(() => {
    const shown = words();
    for (const text of texts) expect(shown).not.toContain(plain(text));
  });
}

/** Waits until this is the page's path (with query and fragment). */
export async function isAt(path: string): Promise<void> {
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(path));
}

/** All text of the document, without whitespace, which depends on the layout. */
function words(): string {
  return plain(document.body.textContent ?? '');
}

/** A text without its whitespace. */
export function plain(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * React's development build records a stack for every element, to name its owners in warnings, up to ten thousand per
 * second. That takes an eighth of a test's time; warnings still name the component.
 */
function leaveOutOwnerStacks() {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
  if (!(internals instanceof Object)) return;
  const many = { configurable: true, get: () => Number.POSITIVE_INFINITY, set: () => undefined };
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', many);
}

import { extname } from 'node:path';
import type { Composer } from '../../../../shared/platforms/descriptor.ts';
import type { ElementHandle, Page } from '../../../browser/puppeteer.ts';
import { AppError } from '../../../errors.ts';
import { notOpened } from './messages.ts';

const OPEN_LIMIT_MS = 30_000;
/** How long the page may take to show its file input; after that the user chooses the files. */
const INPUT_LIMIT_MS = 30_000;

/** A file for the page's input. */
export type ReadyFile = { path: string; mimeType: string };

/** Opens a composer's page. AppError unavailable when it is unreachable. */
export async function openComposerPage(page: Page, address: string): Promise<void> {
  try {
    await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_LIMIT_MS });
  } catch (cause) {
    // The page redirected.
    if (String(cause).includes('net::ERR_ABORTED')) return;
    throw new AppError('unavailable', notOpened(new URL(address).host), { cause });
  }
}

/**
 * Sets files on the page's file input, as if the user had chosen them, and presses nothing. Returns whether that
 * succeeded: not if the page has no such input, has several, accepts no such type or number, or is another page.
 */
export async function putFiles(
  page: Page,
  composer: Composer,
  files: readonly ReadyFile[],
  signal: AbortSignal,
): Promise<boolean> {
  const { fileInput } = composer;
  if (!fileInput || files.length === 0) return false;
  try {
    await page.waitForSelector(fileInput, { timeout: INPUT_LIMIT_MS, signal });
    const [input, ...others] = (await page.$$(fileInput)) as ElementHandle<HTMLInputElement>[];
    if (!input || others.length > 0 || !isOnComposer(page.url(), composer)) return false;
    const { accept, multiple, chosen } = await input.evaluate((element) => ({
      accept: element.accept,
      multiple: element.multiple,
      chosen: element.files?.length ?? 0,
    }));
    if (chosen > 0 || (files.length > 1 && !multiple) || !files.every((file) => isAccepted(file, accept))) return false;
    await input.uploadFile(...files.map(({ path }) => path));
    return true;
  } catch (error) {
    // The page navigated away, or has no such input: the user chooses the files.
    signal.throwIfAborted();
    if (page.isClosed()) throw error;
    return false;
  }
}

function isOnComposer(address: string, { address: own, otherHost }: Composer): boolean {
  if (!URL.canParse(address) || !URL.canParse(own)) return false;
  const { protocol, host } = new URL(address);
  return protocol === new URL(own).protocol && (host === new URL(own).host || host === otherHost);
}

/** Matches `accept` as browsers do: types, wildcard types, and extensions; without any, everything. */
function isAccepted({ path, mimeType }: ReadyFile, accept: string): boolean {
  const tokens = accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  const [family] = mimeType.split('/');
  return tokens.length === 0 || tokens.some((token) => [mimeType, `${family}/*`, '*/*', extname(path)].includes(token));
}

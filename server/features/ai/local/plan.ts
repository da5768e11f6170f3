import { createHash } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import type { LocalInstallRequest } from '../../../../shared/ai/local-ai.ts';
import { AppError } from '../../../errors.ts';
import { ownGguf } from './gguf.ts';
import type { ModelRecord } from './installation.ts';
import { NOTHING_FITS, noSuchModel, relativePath } from './messages.ts';
import { addressOf, type ListedModel, recommendedModel } from './models.ts';

/** What to install: a file from an address, or the user's own file, which is not moved. */
export type InstallPlan = { id: string; title: string } & (
  | { kind: 'download'; address: string; expected: { bytes: number | null; sha256: string | null } }
  | { kind: 'own'; path: string; bytes: number; modifiedMs: number }
);

export type PlanDeps = {
  listed: readonly ListedModel[];
  mirror: string | null;
  memoryBytes: number;
  /** The record of a custom model, or null. */
  recordOf(id: string): Pick<ModelRecord, 'title' | 'source' | 'sha256'> | null;
};

/**
 * The plan for a request. AppError not_found for an unknown model, bad_input for a file that is not a model,
 * unavailable when none is named and none fits.
 */
export async function planInstall(request: LocalInstallRequest, deps: PlanDeps): Promise<InstallPlan> {
  if (request.file !== undefined) return planOwn(request.file);
  if (request.address !== undefined) return planAddress(request.address, request.sha256 ?? null);
  const id = request.model ?? recommendedModel(deps.listed, deps.memoryBytes)?.id;
  if (id === undefined) throw new AppError('unavailable', NOTHING_FITS);
  const listed = deps.listed.find((model) => model.id === id);
  if (listed) {
    const { title, bytes, sha256 } = listed;
    return { id, title, kind: 'download', address: addressOf(listed, deps.mirror), expected: { bytes, sha256 } };
  }
  const record = deps.recordOf(id);
  if (!record) throw new AppError('not_found', noSuchModel(id));
  if (isAbsolute(record.source)) return planOwn(record.source);
  return { ...planAddress(record.source, record.sha256), id };
}

async function planOwn(path: string): Promise<InstallPlan> {
  if (!isAbsolute(path)) throw new AppError('bad_input', relativePath(path));
  const title = titleOf(path);
  return { id: idOf(path, title), title, kind: 'own', path, ...(await ownGguf(path)) };
}

function planAddress(address: string, sha256: string | null): InstallPlan & { kind: 'download' } {
  const title = titleOf(decodeURIComponent(new URL(address).pathname.replace(/%(?![0-9a-f]{2})/gi, '')));
  return { id: idOf(address, title), title, kind: 'download', address, expected: { bytes: null, sha256 } };
}

function titleOf(path: string): string {
  const name = basename(path.replaceAll('\\', '/')).replace(/\.gguf$/i, '');
  return (
    name
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'model'
  );
}

/** A short name for a custom model; files with the same name are distinguished by a hash of their location. */
function idOf(source: string, title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 60);
  return `${name || 'model'}-${createHash('sha256').update(source).digest('hex').slice(0, 6)}`;
}

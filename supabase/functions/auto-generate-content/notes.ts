import { MESSAGES } from './messages.ts';
import type { SourceReading, Writer } from './post.ts';
import { videoOnly } from './post-media.ts';
import type { Project } from './run-store.ts';
import { builtInWriter } from './writer/built-in-writer.ts';

/** What people should know about a run that is as good as done, one sentence or two each, the weightiest first. */
export function notesOn(run: {
  project: Project;
  count: number;
  made: number;
  readings: SourceReading[];
  writer: Writer;
}): string[] {
  const videoless = run.project.video_path === null ? videoOnly(run.project.platforms) : [];
  const notes: string[] = [];
  if (run.made === 0) notes.push(MESSAGES.nothingNew);
  else if (run.made < run.count) notes.push(MESSAGES.fewer(run.made, run.count));
  for (const reading of run.readings) {
    if (!reading.ok) notes.push(MESSAGES.unreadableSource(reading.url, reading.reason));
  }
  if (videoless.length > 0) notes.push(MESSAGES.needsVideo(videoless));
  if (run.writer.name === builtInWriter.name) notes.push(MESSAGES.builtInWriter);
  return notes;
}

import { type Command, Option } from 'commander';
import { mediaApi } from '../../../shared/api/media.ts';
import { postApi } from '../../../shared/api/posts.ts';
import { CARD_STYLES, CARD_THEMES } from '../../../shared/pictures/card.ts';
import { MOODS } from '../../../shared/video/film.ts';
import {
  type MadeVideo,
  VIDEO_LENGTHS,
  type VideoRequest,
  VOICES,
  type VoiceKind,
} from '../../../shared/video/making.ts';
import { PACES } from '../../../shared/video/plan.ts';
import { type Api, call, callForFile } from '../../agent-client/api.ts';
import { cancelVideo, runVideo, videoProgressInWords } from '../../agent-client/video.ts';
import { withApi } from '../agent/workspace.ts';
import { configOf, withWorkspaceOptions } from '../config/config-options.ts';
import { showProgressLine } from '../terminal/progress-line.ts';
import { saveFile } from '../terminal/save-file.ts';
import { note, print, printJson, type Terminal } from '../terminal/terminal.ts';

type VideoOptions = {
  design?: VideoRequest['style'];
  theme?: VideoRequest['theme'];
  pace?: VideoRequest['pace'];
  length?: VideoRequest['length'];
  /** False with --no-music. */
  music?: (typeof MOODS)[number] | false;
  musicFile?: string;
  voice?: true | VoiceKind;
  picture?: string[];
  save?: string;
};

/** `posts video`: makes a video of a post and shows the progress. Cancels it when the command is interrupted. */
export function addVideoCommand(posts: Command, terminal: Terminal): void {
  withWorkspaceOptions(
    posts
      .command('video <id>')
      .description('make a vertical video of a post, in place of its pictures; the first characters of its id do'),
  )
    .addOption(new Option('--design <design>', 'how it looks (chosen for the post)').choices(CARD_STYLES))
    .addOption(new Option('--theme <theme>', 'light or dark (chosen for the post)').choices(CARD_THEMES))
    .addOption(new Option('--pace <pace>', 'how long each scene is shown (normal)').choices(PACES))
    .addOption(new Option('--length <length>', 'how much of the post it shows (medium)').choices(VIDEO_LENGTHS))
    .addOption(new Option('--music <mood>', 'the kind of music (chosen for the post)').choices(MOODS))
    .option('--no-music', 'make it without sound')
    .option('--music-file <file>', 'play a file of the library instead: a piece of music, or the sound of a video')
    .addOption(
      new Option('--voice [voice]', 'speak the text: with the voice of this machine, or of the AI provider')
        .choices(VOICES)
        .preset('system'),
    )
    .option('--picture <file...>', "pictures of the library to show behind the text, instead of the post's own")
    .option('--save <file>', 'also write the MP4 to this file')
    .action(async (id: string, options: VideoOptions, command: Command) => {
      const config = configOf(command);
      const made = await withApi('posts video', config, terminal, async (api) => {
        const [musicFile] = (await pathsOf(api, options.musicFile === undefined ? [] : [options.musicFile])) ?? [];
        const request = { ...requestOf(options, await pathsOf(api, options.picture)), ...(musicFile && { musicFile }) };
        const video = await follow(api, id, request, terminal, config.json);
        if (options.save !== undefined) await save(api, video.path, options.save);
        return video;
      });
      if (config.json) return printJson(terminal, made);
      print(terminal, madeVideoInWords(made));
      if (options.save !== undefined) note(terminal, savedTo(options.save));
    });
}

function requestOf(
  { design, theme, pace, length, music, voice }: VideoOptions,
  pictures: string[] | undefined,
): VideoRequest {
  return {
    ...(design && { style: design }),
    ...(theme && { theme }),
    ...(pace && { pace }),
    ...(length && { length }),
    ...(typeof music === 'string' && { mood: music }),
    ...(music === false && { mood: null }),
    ...(voice && { voice: voice === true ? 'system' : voice }),
    ...(pictures && { pictures }),
  };
}

/** The library paths of files that are given by name or path. */
async function pathsOf(api: Api, names: string[] | undefined): Promise<string[] | undefined> {
  if (!names) return undefined;
  const files = names.map((file) => call(api, mediaApi.getMedia, { params: { file } }));
  return (await Promise.all(files)).map(({ path }) => path);
}

async function follow(api: Api, id: string, request: VideoRequest, terminal: Terminal, isQuiet: boolean) {
  const post = await call(api, postApi.getPostFields, { params: { id } });
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = cancelVideo(api, post.id);
  };
  terminal.ending.addEventListener('abort', cancel, { once: true });
  const line = showProgressLine(terminal);
  try {
    return await runVideo(api, post.id, request, (progress) => {
      if (!isQuiet) line.show(progress.step, videoProgressInWords(progress), progress);
    });
  } finally {
    line.end();
    terminal.ending.removeEventListener('abort', cancel);
    // If the command ended now, an unsent request would be lost.
    await cancelled;
  }
}

async function save(api: Api, path: MadeVideo['path'], file: string): Promise<void> {
  const bytes = await callForFile(api, mediaApi.getMediaBytes, { params: { file: path } });
  await saveFile(bytes, file, (reason) => cannotSave(file, reason));
}

/** "posts/….mp4  18 s, 8.9 MB, paper, dark, with music". */
function madeVideoInWords({ path, seconds, bytes, style, theme, hasMusic, hasVoice }: MadeVideo): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  const sound = [hasMusic ? 'music' : [], hasVoice ? 'a voice' : []].flat().join(' and ');
  return `${path}  ${Math.round(seconds)} s, ${size}, ${style}, ${theme}, ${sound ? `with ${sound}` : 'without sound'}`;
}
const savedTo = (file: string) => `Written to ${file}.`;
const cannotSave = (file: string, reason: string) =>
  `The video is in the post, but cannot be written to ${file}: ${reason}`;

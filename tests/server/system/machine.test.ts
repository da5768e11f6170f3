import { describe, expect, it } from 'vitest';
import { defaultDataDirectory, hasScreen, userConfigDirectory } from '../../../server/system/machine.ts';

const linux = { platform: 'linux', home: '/home/me', isRoot: false } as const;
const mac = { platform: 'darwin', home: '/Users/me', isRoot: false } as const;
const windows = { platform: 'win32', home: 'C:\\Users\\me', isRoot: false } as const;

describe('the default data directory', () => {
  it("is each platform's own place", () => {
    expect(defaultDataDirectory({}, linux)).toBe('/home/me/.local/share/local-agent');
    expect(defaultDataDirectory({}, mac)).toBe('/Users/me/Library/Application Support/local-agent');
    expect(defaultDataDirectory({}, windows)).toBe('C:\\Users\\me\\AppData\\Local\\local-agent');
    expect(defaultDataDirectory({ LOCALAPPDATA: 'D:\\Data' }, windows)).toBe('D:\\Data\\local-agent');
  });

  it('follows XDG_DATA_HOME, unless that is relative', () => {
    expect(defaultDataDirectory({ XDG_DATA_HOME: '/data' }, linux)).toBe('/data/local-agent');
    expect(defaultDataDirectory({ XDG_DATA_HOME: 'data' }, linux)).toBe('/home/me/.local/share/local-agent');
  });

  it('is one that the system user of Postgres can enter under root', () =>
    expect(defaultDataDirectory({}, { ...linux, home: '/root', isRoot: true })).toBe('/var/lib/local-agent'));
});

it("keeps the user's config file where the platform does", () => {
  expect(userConfigDirectory({}, linux)).toBe('/home/me/.config/local-agent');
  expect(userConfigDirectory({ XDG_CONFIG_HOME: '/etc/me' }, linux)).toBe('/etc/me/local-agent');
  expect(userConfigDirectory({}, windows)).toBe('C:\\Users\\me\\AppData\\Roaming\\local-agent');
});

it('a screen is expected on macOS and Windows, and on Linux with a display', () => {
  expect([hasScreen({}, mac), hasScreen({}, windows), hasScreen({}, linux)]).toEqual([true, true, false]);
  expect(hasScreen({ WAYLAND_DISPLAY: 'wayland-0' }, linux)).toBe(true);
  expect(hasScreen({ WSL_DISTRO_NAME: 'Debian' }, linux)).toBe(true);
});

it('a screen is not expected in CI', () =>
  expect([hasScreen({ CI: '1' }, mac), hasScreen({ CI: 'false' }, mac)]).toEqual([false, true]));

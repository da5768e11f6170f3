/** Zones renamed by IANA, which browsers still list under the old name: old name to new. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export function currentName(zone: string): string {
  return (Object.hasOwn(RENAMED, zone) ? RENAMED[zone] : undefined) ?? zone;
}

/** A zone's former name, or an empty string. */
export function formerName(zone: string): string {
  return Object.keys(RENAMED).find((old) => RENAMED[old] === zone) ?? '';
}

/** The zone of this process or browser, by its current IANA name; UTC if unknown. */
export function ownTimeZone(): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // An unknown zone is undefined here, despite the type, or "Etc/Unknown", which throws.
    return timeZone ? currentName(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone) : 'UTC';
  } catch {
    return 'UTC';
  }
}

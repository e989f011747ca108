/**
 * Public holidays of Austria, Germany, Switzerland and France and of their states, by rules instead of dates, so that
 * every year has them. Sources: the acts on public holidays of Austria, the German states and France as of 2026 (the same
 * days as in date-holidays 3.37.0, compared for 2024 to 2035), and for the cantons the list of the Swiss Federal Office of
 * Justice, which has the days that are treated as public holidays, too. Days that only some municipalities or trades keep
 * are left out, unless they have a region of their own here; so are the feasts that are always Sundays, Brandenburg's apart.
 */
import { addDays, weekday } from './day.ts';

/** Returns Easter Sunday of a year of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - f + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}-${two(Math.floor(n / 31))}-${two((n % 31) + 1)}`;
}

type Rule = (year: number) => string | undefined;

const on =
  (date: string): Rule =>
  (year) =>
    `${year}-${date}`;
const once =
  (...days: string[]): Rule =>
  (year) =>
    days.find((day) => day.startsWith(String(year)));
const fromEaster =
  (days: number): Rule =>
  (year) =>
    addDays(easterSunday(year), days);
/** Returns the first such weekday (Monday is 0) on or after a date. */
const first = (day: number, date: string, year: number): string => {
  const from = `${year}-${date}`;
  return addDays(from, (day - weekday(from) + 7) % 7);
};

/**
 * Returns when Glarus remembers Näfels on the first Thursday of April, a week later where that lies in Holy
 * Week.
 */
const naefels: Rule = (year) => {
  const thursday = first(3, '04-01', year);
  return thursday === addDays(easterSunday(year), -3) ? addDays(thursday, 7) : thursday;
};

const rules = {
  newYear: on('01-01'),
  berchtold: on('01-02'),
  epiphany: on('01-06'),
  republicNeuchatel: on('03-01'),
  womensDay: on('03-08'),
  joseph: on('03-19'),
  naefels,
  goodFriday: fromEaster(-2),
  easterSunday: fromEaster(0),
  easterMonday: fromEaster(1),
  labourDay: on('05-01'),
  liberationBerlin: once('2025-05-08'),
  victory1945: on('05-08'),
  ascension: fromEaster(39),
  whitSunday: fromEaster(49),
  whitMonday: fromEaster(50),
  corpusChristi: fromEaster(60),
  abolitionMayotte: on('04-27'),
  abolitionMartinique: on('05-22'),
  abolitionGuadeloupe: on('05-27'),
  abolitionGuyane: on('06-10'),
  uprising1953: once('2028-06-17'),
  independenceJura: on('06-23'),
  peterAndPaul: on('06-29'),
  bastilleDay: on('07-14'),
  nationalDaySwiss: on('08-01'),
  augsburgPeace: on('08-08'),
  assumption: on('08-15'),
  fastGeneva: (year) => addDays(first(6, '09-01', year), 4),
  fastMonday: (year) => addDays(first(6, '09-15', year), 1),
  childrensDay: on('09-20'),
  maurice: on('09-22'),
  brotherKlaus: on('09-25'),
  germanUnity: on('10-03'),
  nationalDayAustria: on('10-26'),
  reformation: on('10-31'),
  allSaints: on('11-01'),
  armistice: on('11-11'),
  repentance: (year) => first(2, '11-16', year),
  immaculateConception: on('12-08'),
  christmas: on('12-25'),
  stStephen: on('12-26'),
  secondChristmas: on('12-26'),
  abolitionReunion: on('12-20'),
  restorationGeneva: on('12-31'),
} as const satisfies Record<string, Rule>;

export type HolidayName = keyof typeof rules;

interface Region {
  /** As it calls itself. */
  name: string;
  holidays: readonly HolidayName[];
  /** Those of which the afternoon alone is free. */
  half?: readonly HolidayName[];
}

const christian = ['newYear', 'easterMonday', 'ascension', 'whitMonday', 'christmas'] as const;
const catholic = ['corpusChristi', 'assumption', 'allSaints', 'immaculateConception'] as const;

const inAustria: readonly HolidayName[] = [
  ...christian,
  ...catholic,
  'epiphany',
  'labourDay',
  'nationalDayAustria',
  'stStephen',
];
const inGermany: readonly HolidayName[] = [
  ...christian,
  'goodFriday',
  'labourDay',
  'germanUnity',
  'secondChristmas',
];
const inFrance: readonly HolidayName[] = [
  ...christian,
  'labourDay',
  'victory1945',
  'bastilleDay',
  'assumption',
  'allSaints',
  'armistice',
];

const german = (name: string, ...own: HolidayName[]): Region => ({ name, holidays: [...inGermany, ...own] });
const french = (name: string, ...own: HolidayName[]): Region => ({ name, holidays: [...inFrance, ...own] });
/** Returns a canton with the days that nearly all of them keep. */
const swiss = (name: string, ...own: HolidayName[]): Region => ({
  name,
  holidays: [...christian, 'goodFriday', 'stStephen', 'nationalDaySwiss', ...own],
});
const without = (region: Region, ...gone: HolidayName[]): Region => ({
  ...region,
  holidays: region.holidays.filter((name) => !gone.includes(name)),
});

/** Countries, and what has other holidays in them. Austria has the same everywhere. */
export const regions = {
  at: { name: 'Österreich', holidays: inAustria },
  de: german('Deutschland, bundesweite'),
  'de-bw': german('Baden-Württemberg', 'epiphany', 'corpusChristi', 'allSaints'),
  'de-by': german('Bayern (Mariä Himmelfahrt frei)', 'epiphany', 'corpusChristi', 'assumption', 'allSaints'),
  'de-by-x': german('Bayern (ohne Mariä Himmelfahrt)', 'epiphany', 'corpusChristi', 'allSaints'),
  'de-by-a': german(
    'Bayern, Augsburg',
    'epiphany',
    'corpusChristi',
    'augsburgPeace',
    'assumption',
    'allSaints',
  ),
  'de-be': german('Berlin', 'womensDay', 'liberationBerlin', 'uprising1953'),
  'de-bb': german('Brandenburg', 'easterSunday', 'whitSunday', 'reformation'),
  'de-hb': german('Bremen', 'reformation'),
  'de-hh': german('Hamburg', 'reformation'),
  'de-he': german('Hessen', 'corpusChristi'),
  'de-mv': german('Mecklenburg-Vorpommern', 'womensDay', 'reformation'),
  'de-ni': german('Niedersachsen', 'reformation'),
  'de-nw': german('Nordrhein-Westfalen', 'corpusChristi', 'allSaints'),
  'de-rp': german('Rheinland-Pfalz', 'corpusChristi', 'allSaints'),
  'de-sl': german('Saarland', 'corpusChristi', 'assumption', 'allSaints'),
  'de-sn': german('Sachsen', 'reformation', 'repentance'),
  'de-st': german('Sachsen-Anhalt', 'epiphany', 'reformation'),
  'de-sh': german('Schleswig-Holstein', 'reformation'),
  'de-th': german('Thüringen', 'childrensDay', 'reformation'),
  ch: { name: 'Schweiz, landesweite', holidays: ['newYear', 'ascension', 'nationalDaySwiss', 'christmas'] },
  'ch-ag': swiss('Aargau', 'berchtold'),
  'ch-ar': swiss('Appenzell Ausserrhoden'),
  'ch-ai': swiss('Appenzell Innerrhoden', ...catholic, 'maurice'),
  'ch-bl': swiss('Basel-Landschaft', 'labourDay'),
  'ch-bs': swiss('Basel-Stadt', 'labourDay'),
  'ch-be': swiss('Bern', 'berchtold'),
  'ch-fr': swiss('Freiburg / Fribourg', 'berchtold', ...catholic),
  'ch-ge': without(swiss('Genève', 'fastGeneva', 'restorationGeneva'), 'stStephen'),
  'ch-gl': swiss('Glarus', 'berchtold', 'naefels', 'allSaints'),
  'ch-gr': swiss('Graubünden'),
  'ch-ju': without(
    swiss('Jura', 'berchtold', 'labourDay', 'corpusChristi', 'independenceJura', 'assumption', 'allSaints'),
    'stStephen',
  ),
  'ch-lu': swiss('Luzern', 'berchtold', ...catholic),
  'ch-ne': without(
    swiss('Neuchâtel', 'republicNeuchatel', 'labourDay'),
    'easterMonday',
    'whitMonday',
    'stStephen',
  ),
  'ch-nw': swiss('Nidwalden', 'joseph', ...catholic),
  'ch-ow': swiss('Obwalden', 'berchtold', 'brotherKlaus', ...catholic),
  'ch-sg': swiss('St. Gallen', 'allSaints'),
  'ch-sh': swiss('Schaffhausen', 'berchtold', 'labourDay'),
  'ch-sz': swiss('Schwyz', 'epiphany', 'joseph', ...catholic),
  'ch-so': {
    ...swiss('Solothurn', 'berchtold', 'labourDay', 'corpusChristi', 'assumption', 'allSaints'),
    half: ['labourDay'],
  },
  'ch-tg': swiss('Thurgau', 'berchtold', 'labourDay'),
  'ch-ti': without(
    swiss('Ticino', 'epiphany', 'joseph', 'labourDay', 'peterAndPaul', ...catholic),
    'goodFriday',
  ),
  'ch-ur': swiss('Uri', 'epiphany', 'joseph', ...catholic),
  'ch-vs': without(
    swiss('Valais / Wallis', 'joseph', ...catholic),
    'goodFriday',
    'easterMonday',
    'whitMonday',
    'stStephen',
  ),
  'ch-vd': without(swiss('Vaud', 'berchtold', 'fastMonday'), 'stStephen'),
  'ch-zg': swiss('Zug', 'berchtold', ...catholic),
  'ch-zh': swiss('Zürich', 'labourDay'),
  fr: { name: 'France', holidays: inFrance },
  'fr-a': french('Alsace-Moselle', 'goodFriday', 'stStephen'),
  'fr-gp': french('Guadeloupe', 'abolitionGuadeloupe'),
  'fr-gf': french('Guyane', 'abolitionGuyane'),
  'fr-re': french('La Réunion', 'abolitionReunion'),
  'fr-mq': french('Martinique', 'abolitionMartinique'),
  'fr-yt': french('Mayotte', 'abolitionMayotte'),
} as const satisfies Record<string, Region>;

export type RegionId = keyof typeof regions;
export const regionIds = Object.keys(regions) as RegionId[];

export interface Holiday {
  name: HolidayName;
  /** The afternoon alone is free. */
  isHalf: boolean;
}

const known = new Map<string, ReadonlyMap<string, Holiday>>();

/** Returns the public holidays of a region in a year, by day. */
export function holidaysIn(region: RegionId, year: number): ReadonlyMap<string, Holiday> {
  const key = `${region} ${year}`;
  let days = known.get(key);
  if (!days) {
    const { holidays, half = [] }: Region = regions[region];
    days = new Map(
      holidays.flatMap((name): [string, Holiday][] => {
        const day = (rules[name] as Rule)(year);
        return day ? [[day, { name, isHalf: half.includes(name) }]] : [];
      }),
    );
    known.set(key, days);
  }
  return days;
}

/** Returns the public holiday that a region has on a day (`YYYY-MM-DD`). */
export const holidayOn = (region: RegionId, day: string): Holiday | undefined =>
  holidaysIn(region, Number(day.slice(0, 4))).get(day);

export const isRegion = (value: unknown): value is RegionId =>
  typeof value === 'string' && Object.hasOwn(regions, value);

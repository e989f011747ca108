import { expect, it } from 'vitest';
import { parseDayWords } from './dayWords.ts';

/** A Saturday. */
const today = '2026-11-21';

it.each([
  ['today', '2026-11-21'],
  ['Heute', '2026-11-21'],
  ['tomorrow', '2026-11-22'],
  [' Morgen ', '2026-11-22'],
  ['übermorgen', '2026-11-23'],
  ['day after  tomorrow', '2026-11-23'],
  ['fr', '2026-11-27'],
  ['Fri', '2026-11-27'],
  ['Freitag', '2026-11-27'],
  ['am Freitag', '2026-11-27'],
  ['this friday', '2026-11-27'],
  ['sa', '2026-11-28'],
  ['so', '2026-11-22'],
  ['do', '2026-11-26'],
  ['thu.', '2026-11-26'],
  ['di', '2026-11-24'],
  ['tue', '2026-11-24'],
  ['next monday', '2026-11-23'],
  ['nächsten Montag', '2026-11-23'],
  ['next Friday', '2026-11-27'],
  ['kommenden Dienstag', '2026-11-24'],
  ['next week', '2026-11-23'],
  ['nächste Woche', '2026-11-23'],
  ['nächsten Monat', '2026-12-01'],
  ['in 3 tagen', '2026-11-24'],
  ['in 3 days', '2026-11-24'],
  ['3 days', '2026-11-24'],
  ['3d', '2026-11-24'],
  ['+10', '2026-12-01'],
  ['in a week', '2026-11-28'],
  ['in einer Woche', '2026-11-28'],
  ['in zwei Wochen', '2026-12-05'],
  ['in einem Monat', '2026-12-21'],
  ['in 2 months', '2027-01-21'],
  ['Monatsende', '2026-11-30'],
  ['end of month', '2026-11-30'],
  ['KW 48', '2026-11-23'],
  ['week 2', '2027-01-11'],
  ['week 60', undefined],
  ['in 3', undefined],
  ['3', undefined],
  ['soon', undefined],
  ['m', undefined],
  ['in many days', undefined],
  ['', undefined],
])('reads %j as %s', (typed, day) => expect(parseDayWords(typed, today)).toBe(day));

it('ends a month that is too short for the day', () =>
  expect(parseDayWords('in a month', '2027-01-31')).toBe('2027-02-28'));

it.each([
  ['heute', '2026-11-21'],
  ['yesterday', '2026-11-20'],
  ['sa', '2026-11-21'],
  ['so', '2026-11-15'],
  ['Freitag', '2026-11-20'],
  ['this monday', '2026-11-16'],
  ['next monday', '2026-11-23'],
  ['KW 47', '2026-11-16'],
  ['KW 48', '2025-11-24'],
  ['week 2', '2026-01-05'],
  ['3 days', '2026-11-18'],
  ['2 Wochen', '2026-11-07'],
  ['9 Monate', '2026-02-21'],
  ['in 3 days', '2026-11-24'],
])('reads %j toward the past as %s', (typed, day) => expect(parseDayWords(typed, today, 'past')).toBe(day));

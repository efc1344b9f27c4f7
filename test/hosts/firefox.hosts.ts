// Costs about 10 s for each host, and 5 s until Firefox has started; nothing where it is missing.
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { visit } from './support/actions.ts';
import { HOSTS } from './support/hosts.ts';

/** Debian's package `firefox-esr`, which `.ci/run` installs. */
const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const NAMES = [
  'a plain page',
  'React 19, hydrated',
  'Angular 15 with zone.js 0.11',
  'Vue 3, hydrated',
  'a dialog of Radix',
  'a strict content security policy',
];

describe.runIf(existsSync(FIREFOX))('Firefox', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  });
  afterAll(() => browser?.close());

  const hosts = HOSTS.filter(({ name }) => NAMES.includes(name));
  for (const host of hosts) test(host.name, ({ expect }) => visit(browser, host, expect));
});

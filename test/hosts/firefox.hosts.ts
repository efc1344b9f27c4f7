// Costs about 4 s for each host, and 5 s until Firefox has started; nothing where it is missing.
import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { visit } from './support/actions.ts';
import { HOSTS } from './support/hosts.ts';

/** Debian's package `firefox-esr`, which `.ci/run` installs. */
const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
const EXCEPTIONS = [
  // Outside of the window for puppeteer, which measures the window by the element html.
  'quirks mode, built of tables',
  // Firefox reports each stream that ends as an error of the page's service worker.
  'a service worker that serves the page',
];

describe.runIf(existsSync(FIREFOX))('Firefox', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  });
  afterAll(() => browser?.close());

  const hosts = HOSTS.filter(({ name }) => !EXCEPTIONS.includes(name));
  for (const host of hosts) test(host.name, ({ expect }) => visit(browser, host, expect));
});

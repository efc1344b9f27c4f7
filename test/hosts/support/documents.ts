import type { Host } from './host.ts';

const CONTENTS = '<main id="bakery"></main>';
const SCRIPT = '<script src="page.js"></script>';

/** Pages of one framework or none, whose document, headers or way of loading is special. */
export const DOCUMENTS: readonly Host[] = [
  { name: 'a plain page' },
  {
    name: 'quirks mode, built of tables',
    document: ({ html }) => `<html><head><title>Bakery</title>${html}</head><body bgcolor="#ffffff" topmargin="0">
      <table width="100%" border="1"><tr><td width="200" valign="top"><font size="2">Menu</font></td>
      <td><div id="bakery"></div></td></tr></table>${SCRIPT}</body></html>`,
  },
  {
    name: 'XHTML',
    type: 'application/xhtml+xml; charset=utf-8',
    script: 'xhtml.js',
    document: ({ html }) => `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><title>Bakery</title>
      ${html}</head><body><main id="bakery"></main>${SCRIPT}</body></html>`,
  },
  {
    name: 'a strict content security policy',
    body: CONTENTS,
    headers: ({ service }) => ({
      'content-security-policy': `default-src 'none'; script-src 'self' ${service}; connect-src ${service}; style-src 'self'; base-uri 'none'`,
    }),
  },
  {
    name: 'Trusted Types',
    script: 'trusted-types.js',
    body: CONTENTS,
    headers: () => ({ 'content-security-policy': "require-trusted-types-for 'script'; trusted-types bakery" }),
  },
  {
    name: 'a sandboxed frame',
    frame: 'iframe',
    document: () => `<!doctype html><html lang="en"><head><title>Editor</title></head><body style="margin:0">
      <iframe src="framed" sandbox="allow-scripts" style="border:0;width:900px;height:600px"></iframe></body></html>`,
    files: {
      framed: {
        type: 'text/html; charset=utf-8',
        text: ({ html }) => `<!doctype html><html lang="en"><head><title>Bakery</title>${html}</head>
          <body>${CONTENTS}${SCRIPT}</body></html>`,
      },
    },
  },
  {
    name: 'another base address',
    head: '<base href="https://cdn.bakery.example/assets/">',
    body: CONTENTS,
    script: 'plain.js',
    document: ({ html }) =>
      `<!doctype html><html lang="en"><head><title>Bakery</title>${SCRIPT.replace('<script', '<script defer')}<base href="https://cdn.bakery.example/assets/">${html}</head><body>${CONTENTS}</body></html>`,
  },
  { name: 'right to left', attributes: { html: 'lang="ar" dir="rtl"' }, body: CONTENTS },
  {
    name: 'document.write',
    document: ({ html }) => `<!doctype html><html lang="en"><head><title>Bakery</title><script>
      document.write(${JSON.stringify(html).replaceAll('</', '<\\/')});</script></head><body>
      <script>document.write('<main id="bakery"></main>');</script>${SCRIPT}</body></html>`,
  },
  {
    name: 'a transformed body of its own scroller',
    head: '<style>html,body{height:100%;margin:0;overflow:hidden}body{transform:translateZ(0)}#bakery{height:100%;overflow:auto}</style>',
    body: CONTENTS,
  },
  {
    name: 'view transitions',
    script: 'view-transition.js',
    body: CONTENTS,
  },
  {
    name: 'a service worker that serves the page',
    script: 'service-worker.js',
    body: CONTENTS,
    files: {
      'worker.js': {
        type: 'text/javascript',
        text: `addEventListener('install', () => skipWaiting());
          addEventListener('activate', (event) => event.waitUntil(clients.claim()));
          addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
      },
    },
  },
  {
    name: 'an import map, and modules by es-module-shims',
    packages: ['es-module-shims'],
    document: ({ html }) => `<!doctype html><html lang="en"><head><title>Bakery</title>
      <script async src="packages/es-module-shims/dist/es-module-shims.js"></script>
      <script type="importmap">{"imports":{"bakery":"./page.js"}}</script>${html}</head>
      <body>${CONTENTS}<script type="module">import 'bakery';</script></body></html>`,
  },
  {
    name: 'SystemJS',
    packages: ['systemjs'],
    document: ({ html }) => `<!doctype html><html lang="en"><head><title>Bakery</title>
      <script src="packages/systemjs/dist/system.js"></script>${html}</head>
      <body>${CONTENTS}<script>System.import('./page.js');</script></body></html>`,
  },
  {
    name: 'Dojo',
    packages: ['dojo'],
    script: 'dojo.js',
    document: ({ html }) => `<!doctype html><html lang="en"><head><title>Bakery</title>
      <script src="packages/dojo/dojo.js" data-dojo-config="async: true"></script>${html}</head>
      <body>${CONTENTS}${SCRIPT}</body></html>`,
  },
  {
    name: 'a WordPress theme: jQuery with Migrate, scripts delayed to the first action',
    packages: ['jquery', 'jquery-migrate'],
    script: 'wordpress.js',
    document: ({
      html,
    }) => `<!doctype html><html lang="en" class="no-js"><head><meta charset="utf-8"><title>Bakery</title>
      <script src="packages/jquery/dist/jquery.min.js"></script><script>jQuery.migrateMute = true</script>
      <script src="packages/jquery-migrate/dist/jquery-migrate.min.js"></script>
      ${html.replaceAll('<script ', '<script type="lazyload" ')}</head>
      <body class="home page"><div id="page" class="site"><div id="bakery"></div></div>${SCRIPT}
      <script>{
        const run = () => {
          for (const late of document.querySelectorAll('script[type="lazyload"]')) {
            const script = document.createElement('script');
            for (const { name, value } of late.attributes) if (name !== 'type') script.setAttribute(name, value);
            late.replaceWith(script);
          }
        };
        addEventListener('load', () => setTimeout(run, 100), { once: true });
      }</script></body></html>`,
  },
  {
    name: 'a WordPress theme whose scripts are combined in one file',
    packages: ['jquery'],
    document: ({ html, options }) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bakery</title>
      <script>if (${options}) window.SvcConfig = ${options}</script><script src="combined.js" defer></script>
      ${html.replace(/<script.*?overlay.*?<\/script>/s, '')}</head>
      <body>${CONTENTS}${SCRIPT}</body></html>`,
    files: { 'combined.js': { type: 'text/javascript', text: ({ script }) => `var combined = true;\n${script}` } },
  },
  {
    name: 'a shop theme: sections replaced by fetched HTML, a drawer above all',
    script: 'shop.js',
    head: `<style>.drawer{position:fixed;inset:0 0 0 auto;width:380px;z-index:2147483647;background:#fff;transform:translateX(0)}
      .overlay{position:fixed;inset:0;z-index:2147483646;background:rgb(0 0 0 / .4)}</style>`,
    body: `<div id="shopify-section-header"><h2>Shop</h2></div><div class="overlay"></div>
      <cart-drawer class="drawer" id="bakery"></cart-drawer>`,
  },
];

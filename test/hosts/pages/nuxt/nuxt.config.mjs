export default {
  compatibilityDate: '2026-11-01',
  telemetry: false,
  app: { head: { title: 'Bakery', htmlAttrs: { lang: 'en' } } },
  // The payload stays in the page: Nuxt 3 stores that of `/` under an empty name, which the current
  // storage rejects.
  experimental: { payloadExtraction: false },
};

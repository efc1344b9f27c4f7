/** Settings of a pointer that can hover and is precise. */
const MOUSE = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** Command-line arguments of every browser. */
export const browserArguments = (options: { sandbox: boolean }): string[] => [
  // Network access only through the proxy of each capture's context, loopback included.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-breakpad',
  '--block-new-web-contents',
  '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,PaintHolding,AutofillServerCommunication',
  // Reproducible pixels.
  '--disable-gpu',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--disable-font-subpixel-positioning',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=en-US',
  '--accept-lang=en-US,en',
  // Animated images stay on their first frame; the pointer is a mouse.
  `--blink-settings=imageAnimationPolicy=2,${MOUSE}`,
  '--disable-dev-shm-usage',
  '--js-flags=--max-old-space-size=1024',
  ...(options.sandbox ? [] : ['--no-sandbox']),
];

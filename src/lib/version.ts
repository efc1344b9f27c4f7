import manifest from '../../package.json' with { type: 'json' };

/** Version of this release. */
export const VERSION: string = manifest.version;

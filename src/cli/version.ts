// The program's version, read from package.json at build time.
import packageJson from '../../package.json' with { type: 'json' };

export const { version } = packageJson;

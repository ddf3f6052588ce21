// The version of the program, from the package itself.
import packageJson from '../../package.json' with { type: 'json' };

export const { version } = packageJson;

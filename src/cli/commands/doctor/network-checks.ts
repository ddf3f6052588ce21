// Checks the connection to the service and, with one read, the token, the event and the clock. Must not print.
import { type BaseUrl, isLoopback, readBaseUrl, refuseUnencrypted } from '../../../client/base-url.ts';
import type { Response } from '../../../client/client.ts';
import { pageIn } from '../../../client/paging.ts';
import { proxyFor } from '../../../client/proxy.ts';
import { endpoints } from '../../../contract/index.ts';
import { ApiError, MalformedResponseError, NetworkError, PlenaryError, UsageError } from '../../../errors.ts';
import { hiddenLength } from '../../../secrets.ts';
import { refusedVariable } from '../../command.ts';
import type { Context } from '../../context.ts';
import { readWhole } from '../../user-files.ts';
import { type Check, expected, failed, judge, note, ok } from './check.ts';

interface Choices {
  readonly isOffline: boolean;
  /** Why a token may be missing, if not because there is none. */
  readonly unreadConfig: string | undefined;
  /** Of the settings. */
  readonly settings: readonly Check[];
}

/** Each check has a result, whatever the others find. */
export async function checkNetwork(context: Context, choices: Choices): Promise<readonly Check[]> {
  const base = await readAddress(context);
  if (base === undefined) {
    return (['proxy', 'tls', 'token', ...answered] as const).map((name) =>
      note(name, 'not checked: there is no base URL'),
    );
  }
  const connection = [await judge('proxy', () => proxyText(context, base)), await checkTls(context, base)];
  const { token, check, missing } = await checkToken(context, choices);
  const skip = (reason: string) => [
    ...connection,
    check,
    ...answered.map((name) => note(name, `not checked: ${reason}`)),
  ];
  if (choices.isOffline) return skip('--offline');
  const { value: event } = await context.setting('event').catch(() => ({ value: undefined }));
  if (token === undefined) return skip(missing);
  if (event === undefined) return skip('there is no event');
  const needed = choices.settings.filter(({ name }) => clientSettings.includes(name));
  const broken = [...needed, ...connection].find(({ state }) => state === 'failed');
  return [...connection, ...(await read(context, { token, event, check, broken }))];
}

/** Undefined without a valid base URL, which is a check of its own. */
async function readAddress(context: Context): Promise<BaseUrl | undefined> {
  try {
    const { value } = await context.setting('base-url');
    return value === undefined ? undefined : readBaseUrl(value);
  } catch (error) {
    expected(error);
    return undefined;
  }
}

/** The settings without which no request is sent. */
const clientSettings: readonly Check['name'][] = ['base-url', 'timeout', 'retries', 'paging', 'ca-cert'];

/** What only a response shows. */
const answered = ['service', 'access', 'clock'] as const;

/** Never with a user name or a password. */
function proxyText({ io: { env } }: Context, base: BaseUrl): string {
  const proxy = proxyFor(base, env);
  if (proxy === undefined) return isLoopback(base.hostname) ? 'none: this machine is reached directly' : 'none';
  const { host, variable, except } = proxy;
  return `${host} (${variable})${except === '' ? '' : `, except for the hosts in NO_PROXY: ${except}`}`;
}

async function checkTls(context: Context, base: BaseUrl): Promise<Check> {
  const { env } = context.io;
  if (base.protocol === 'http:' && !isLoopback(base.hostname) && context.global.insecureHttp === true)
    return note('tls', 'not used: the token is sent unencrypted (--insecure-http)');
  return judge('tls', async () => {
    refuseUnencrypted(base);
    if (base.protocol === 'http:') return 'not used: http to this machine';
    if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
      throw new UsageError('certificates are not checked, because NODE_TLS_REJECT_UNAUTHORIZED is 0', {
        fix: 'unset it, and pass the certificate authority with --ca-cert',
      });
    }
    const { value: file, origin } = await context.setting('ca-cert');
    if (file !== undefined) return `certificates of ${await readCertificates(context, file)} alone (${origin})`;
    const extra = env.NODE_EXTRA_CA_CERTS;
    if (!extra) return 'the well-known certificates';
    return `the well-known certificates and ${await readCertificates(context, extra)} (NODE_EXTRA_CA_CERTS)`;
  });
}

/** @returns its path @throws {PlenaryError} if it cannot be read, or holds no certificate */
async function readCertificates({ io }: Context, path: string): Promise<string> {
  // Loaded as requests load it: a second way to import the client would divide its file.
  const { checkCertificate } = await import('../../../client/client.ts');
  checkCertificate((await readWhole(io, path)).toString('utf8'));
  return path;
}

type TokenCheck = { readonly check: Check } & (
  | { readonly token: string; readonly missing?: undefined }
  /** Why there is none to send. */
  | { readonly token?: undefined; readonly missing: string }
);

/** Whether there is one that can be sent, and where it comes from. */
async function checkToken(context: Context, { unreadConfig }: Choices): Promise<TokenCheck> {
  const { io } = context;
  const found = await context.credentials().catch(expected);
  if (found instanceof PlenaryError) {
    const check = unreadConfig === undefined ? failed('token', found) : note('token', unreadConfig);
    return { check, missing: 'there is no token' };
  }
  const { token, source } = found;
  io.secrets.hold(token);
  const client = await import('../../../client/client.ts');
  try {
    client.checkToken(token);
  } catch (error) {
    return { check: failed('token', expected(error)), missing: 'token failed' };
  }
  const from = source === 'environment' ? 'from PLENARY_TOKEN' : 'from the config file';
  if (token.length >= hiddenLength) return { token, check: ok('token', from) };
  return { token, check: note('token', `${from}; it is so short that it is easy to guess`) };
}

interface Read {
  readonly token: string;
  readonly event: string;
  /** Of the token, as far as it was checked. */
  readonly check: Check;
  /** A check of the settings or the connection that has failed, which may prevent the request. */
  readonly broken: Check | undefined;
}

/** Reads one speaker, because the API has no request for testing a token. */
async function read(context: Context, { token, event, check, broken }: Read): Promise<readonly Check[]> {
  const { clock } = context.io;
  const baseUrl = await context.required('base-url');
  const path = endpoints.listSpeakers.path.replace('{event_id}', encodeURIComponent(event));
  const started = clock.now();
  try {
    const client = await context.clientFor({ baseUrl, token }, { retries: 0 });
    const response = await client
      .request({ method: 'GET', path, query: { page: '1', pageSize: '1' } })
      .finally(() => client.close());
    const ended = clock.now();
    const clockCheck = checkClock(response.headers, started, ended);
    if (pageIn(response, 'speakers') === undefined) {
      const error = new MalformedResponseError(`${baseUrl} does not respond as this API does`, {
        fix: 'check that the base URL is the address of the API, including any path prefix',
      });
      return [check, failed('service', error), note('access', 'not checked: service failed'), clockCheck];
    }
    const service = ok('service', `responds after ${ended - started} ms`);
    const accepted = { ...check, message: `${check.message}; accepted` };
    return [accepted, service, ok('access', `event ${event} can be read`), clockCheck];
  } catch (thrown) {
    const error = refusedVariable(thrown, context.io) ?? expected(thrown);
    return refused(error, { check, broken }, (headers) => checkClock(headers, started, clock.now()));
  }
}

/** Which check an error belongs to. */
function refused(
  error: PlenaryError,
  { check, broken }: Pick<Read, 'check' | 'broken'>,
  clockOf: (headers: Response['headers']) => Check,
): readonly Check[] {
  const failedBefore = (name: Check['name'], ...others: readonly Check['name'][]) =>
    others.map((each) => note(each, `not checked: ${name} failed`));
  if (error instanceof NetworkError || error instanceof MalformedResponseError)
    return [check, failed('service', error), ...failedBefore('service', 'access', 'clock')];
  if (!(error instanceof ApiError) && broken !== undefined) return [check, ...failedBefore(broken.name, ...answered)];
  if (!(error instanceof ApiError))
    return [check, failed('service', error), ...failedBefore('service', 'access', 'clock')];
  const clock = clockOf(error.headers);
  const service = ok('service', `responds with status ${error.status}`);
  switch (error.code) {
    case 'authentication':
      return [failed('token', error), service, ...failedBefore('token', 'access'), clock];
    case 'not_found':
      return [check, service, failed('access', error), clock];
    default:
      return [check, failed('service', error), ...failedBefore('service', 'access'), clock];
  }
}

/** In seconds. More would disturb the checks of certificates and the waits that a service asks for. */
const largestDifference = 60;

/** @param started when the request was sent; milliseconds, as `ended` */
function checkClock({ date, age }: Response['headers'], started: number, ended: number): Check {
  const shown = Date.parse(String(date)) + 1000 * (Number(age) || 0);
  if (Number.isNaN(shown)) return note('clock', 'not checked: the service sends no date');
  // The header has whole seconds (RFC 9110 §5.6.7), and was written at any time between.
  const ahead = started - (shown + 1000);
  const behind = shown - ended;
  const seconds = Math.ceil(Math.max(0, ahead, behind) / 1000);
  if (seconds === 0) return ok('clock', 'agrees with that of the service');
  const text = `${seconds} s ${ahead > behind ? 'ahead of' : 'behind'} the clock of the service`;
  if (seconds <= largestDifference) return ok('clock', text);
  return failed('clock', new UsageError(text, { fix: 'set the clock of this machine' }));
}

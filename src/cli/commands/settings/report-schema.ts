// Describes settings and logins. Loaded only for JSON Schemas; types follow from it.
import { array, boolean, describe, nullable, object, enum as oneOf, string } from 'zod/mini';

export const settingList = array(
  object({
    setting: string(),
    value: nullable(string()),
    source: nullable(string()).check(describe('Kind of the source; null without a value')),
    from: nullable(string()).check(describe('The flag, variable or profile that it comes from')),
  }),
);

export const settingValue = string();

export const loginStatus = object({
  profile: string(),
  baseUrl: string(),
  tokenSource: oneOf(['environment', 'profile']),
  event: nullable(string()),
  accepted: boolean().check(describe('Whether the service has accepted the token; false also if no event is set')),
});

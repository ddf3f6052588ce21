// Describes the organizations, events and tokens of a service, its copies and its address. Loaded only for JSON Schemas; types follow from it.
import { array, describe, nullable, object, optional, string } from 'zod/mini';
import { count } from '../../../contract/document.ts';

const secret = string().check(describe('Shown once'));

export const newOrganization = object({ organization: object({ id: string(), name: string() }), token: secret });

export const event = object({
  id: string(),
  organization_id: string(),
  name: string(),
  timezone: string(),
  created_at: string(),
});

export const newToken = object({ id: string(), name: string(), token: secret });

export const token = object({
  id: string(),
  organization_id: string(),
  name: string(),
  created_at: string(),
  revoked_at: nullable(string()),
});

export const copiedTables = array(object({ table: string(), rows: count }));

export const serviceAddress = object({
  url: string(),
  metricsUrl: optional(string()).check(describe('With --metrics-port')),
});

// A submission as the store takes it, with what a test does not care about filled in.
import type { NewSubmission } from '../../src/service/store/record-fields.ts';

export function newTalk(fields: Partial<NewSubmission> = {}): NewSubmission {
  const { submitter_email = 'amina@example.org' } = fields;
  const { submitter_first_name = '', submitter_last_name = '' } = fields;
  return {
    title: 'Queues',
    abstract: '',
    submitter_email,
    submitter_first_name,
    submitter_last_name,
    track_id: null,
    format_id: null,
    submitter: {
      email: submitter_email.trim().toLowerCase(),
      first_name: submitter_first_name,
      last_name: submitter_last_name,
    },
    ...fields,
  };
}

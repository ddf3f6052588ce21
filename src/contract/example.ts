// Owns the ids that examples use.

/** By path parameter. */
export const exampleIds: Readonly<Record<string, string>> = {
  event_id: 'devconf-2027',
  speaker_id: 'spk_01m2q4z8w0001c9r4t6v8x0a2c4e6g',
  submission_id: 'sub_01m2q4z8w0002d0s5u7w9y1b3d5f7h',
};

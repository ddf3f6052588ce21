// Ids as the public server has them: a text of this form is sent as it is, and never looked up.

export const anEvent = '6a1c0e52-3f7d-4b8e-9c21-5d0f7a3e1b46';
export const anotherEvent = '2d84c6b1-9e07-4a5f-b3c8-7f610e2a9d54';
export const aSpeaker = 'b3d94f10-87c2-4e5a-a6f1-2c9e0d7b5a83';
export const aTrack = '1f0b6d2e-7a94-4c35-8e1d-f2a9b3c07d64';
export const aFormat = 'c7e9a401-5b2d-4d18-93f6-0e8b7c6a5d29';
export const aSubmission = 'e58f2a7c-1d36-4c90-b7e4-90a3f6c2d815';

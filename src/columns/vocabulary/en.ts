// English headers, with those of the columns that only autoplace reads.
import type { Language, PlacingTerm } from './terms.ts';

export const english: Language & Readonly<Record<PlacingTerm, string>> = {
  name: 'Name | Names | Display name | Public name',
  fullName: `Full name | First and last name | First name and last name | First name, last name
    Name and surname | Complete name | Full names`,
  firstName: `First name | Given name | Given names | Forename | Christian name | First names
    Name (first) | First`,
  lastName: 'Last name | Surname | Family name | Last names | Surnames | Name (last) | Last',
  email: `Email | Email address | Mail | Mail address | Emails | Email addresses | Email ID
    Best email to reach you | Electronic mail | E-mail 1 - Value`,
  company: `Company | Organization | Organisation | Company/organization | Company/organisation
    Employer | Affiliation | Company or organization | Organization or affiliation
    Company or affiliation | Company/affiliation | Affiliations | Institution | Firm | Org
    Institution/company`,
  workplace: 'University | Workplace | Place of work | Institute | Business',
  jobTitle: `Job title | Job | Position | Occupation | Profession | Designation | Job position
    Job role | Professional title | Title at company | Position title | Title/position | Role/title
    Title/role`,
  role: 'Role | Tag line | Headline | Function',
  biography: `Biography | Bio | About you | About the speaker | About yourself | About me | Long bio
    Bios | Biographical information | Biography text | Biodata`,
  shortBiography:
    'Short bio | Short biography | Biographical sketch | Bio sketch | Biographical note',
  pronouns: 'Pronouns | Pronoun | Preferred pronouns',
  phone: `Phone | Phone number | Mobile | Mobile phone | Mobile number | Telephone
    Telephone number | Cell phone | Cell | Cell number | Contact number | Phone no`,
  photo: `Photo | Profile picture | Picture | Profile photo | Headshot | Avatar | Picture URL
    Photo URL | Photograph | Portrait | Profile image | Headshot URL`,
  linkedin: `LinkedIn | LinkedIn profile | LinkedIn URL | LinkedIn profile URL | LinkedIn link
    LinkedIn page | LinkedIn account | Link to LinkedIn`,
  twitter: `Twitter | X (Twitter) | Twitter handle | X | X handle | Twitter/X | Twitter URL
    Twitter username | Twitter profile | X/Twitter handle | Twitter/X handle | Twitter account`,
  logistics:
    'Logistics | Logistics notes | Travel notes | Travel and logistics | Notes on logistics',
  speaker: `Speaker | Presenter | Lecturer | Presenting author | Main speaker | Lead speaker
    Lead presenter | Primary speaker | Presented by | Panelist | Instructor | Who | Artist
    Performer`,
  speakers: `Speakers | All speakers | Presenters | Panelists | Lecturers | Persons | People
    Instructors | Artists | Performers`,
  author: 'Author | First author | Primary author | Lead author | Main author',
  authors: 'Authors | All authors | Primary authors | Author list | List of authors',
  coSpeaker: `Co-speaker | Co-speakers | Co-presenter | Co-presenters | Additional speaker
    Additional speakers | Other speakers | Second speaker | 2nd speaker | Third speaker
    3rd speaker`,
  coAuthor: `Co-author | Co-authors | Other authors | Additional authors | Additional author
    Second author | 2nd author | Third author | 3rd author`,
  moderator: `Moderator | Moderators | Facilitator | Facilitators | Moderated by | Role: Moderators
    Discussant | Discussants`,
  chair: `Chair | Chairs | Chairperson | Chairpersons | Chairman | Chaired by
    Role: Session Chairs`,
  host: 'Host | Hosts | Hosted by | Co-host | Co-hosts | Emcee | MC',
  submitter: `Submitter | Owner | Proposer | Submitted by | Proposed by | Corresponding author
    Contact author | Submitting author | Applicant | Contact person`,
  contact: 'Contact',
  nominee: `Nominee | Nominees | Nominated speaker | Nominated person | Speaker you nominate
    Speaker you are nominating | Person you nominate | Person you are nominating`,
  nominator: 'Nominator | Nominated by',
  isSpeaker: `Are you the speaker | Are you a speaker | Are you the presenter
    Are you the main speaker | I am the speaker | Is the submitter the speaker
    Is submitter speaker | Submitter is speaker | Will you be the speaker | Will you be presenting
    Are you speaking | Will you speak | Is speaker | Is speaking | Is a speaker | Speaking
    Are you presenting`,
  talk: `Talk | Presentation | Talk/workshop | Paper | Contribution | Lecture | Poster | Manuscript
    Tutorial | Activity | Speech`,
  session: 'Session | Workshop',
  event: 'Event',
  submission: 'Submission | EasyChair',
  proposal: 'Proposal',
  talkTitle:
    'Abstract title | Working title | Title of abstract | Proposed title | Preferred title | What',
  title: 'Title | Titles | Heading',
  topic: 'Topic',
  abstract: 'Abstract | Abstract text | Abstracts | Extended abstract',
  summary: `Summary | Short description | Brief description | Short abstract | Synopsis
    Short summary | Blurb`,
  description:
    'Description | Detailed description | Long description | Full description | Details | Outline',
  content: 'Content | Contents | Pitch | Elevator pitch',
  track: `Track | Stream | Strand | Accepted track | Conference track | Tracks | Thematic session
    Schedule track`,
  area: 'Topic area | Primary subject area | Subject area | Thematic area',
  format: `Format | Accepted type | Presentation mode | Mode of presentation | Accepted format
    Preferred format | Proposed format | Preferred presentation format`,
  type: 'Type | Kind | Submitted type',
  id: 'ID | Code | Identifier | UUID | GUID',
  number: 'Number',
  status: 'Status | State',
  decision: `Decision | Final decision | Committee decision | Review decision | Decision status
    Result | Review result | Outcome | Verdict | Acceptance | Acceptance status | Accepted | Accept
    Accept/reject | Accepted/rejected | Selected | PC decision | Meta-review decision
    Proposal state | Submission state | Talk state | Session state`,
  reply: 'Reply | Response | RSVP | Confirmed | Confirmation | Confirmation status | Attending',
  feedback: `Feedback | Feedback to the submitter | Feedback for the submitter | Comments to authors
    Comments to author | Comments for authors | Feedback to authors | Feedback to author
    Feedback for authors | Feedback to speaker | Feedback for speaker | Feedback to speakers
    Feedback for speakers | Message to speaker`,
  room: `Room | Hall | Stage | Space | Auditorium | Classroom | Meeting room | Rooms | Room/location
    Lecture hall | Microlocation`,
  place: 'Location | Venue | Place | Where | Loc',
  start: `Start | Scheduled at | Starts at | Start date/time | Start (date and time) | Starts
    Begin | Begins | Begins at | Beginning | When | From | Date and time | Date/time
    Scheduled start | Scheduled for | Start at | DTSTART`,
  slot: 'Time slot | Slot',
  startTime: `Start time | Begin time | Starting time | Time start | Time from | Start hour
    From time | Starting at`,
  date: 'Date | Start date | Begin date | Starting date',
  day: 'Day | Conference day | Weekday | Day of week',
  time: `Time | Clock time | Hour | Times | From/to | Start/end | Start and end | Start and end time
    Time range | Local time | Time of day | Timing`,
  end: `End | Ends at | End time | Ends | Finish | Until | To | End date/time | End (date and time)
    Finishes | Ending | Ending time | End at | Scheduled end | Stop | Till | Finish time | Time end
    Time to | To time | DTEND`,
  endDate: 'End date | Ending date | Finish date',
  timeZone: `Time zone | TZ | IANA time zone | Event time zone | Session time zone | Local time zone
    Venue time zone | Time zone name | Time zone ID | TZ name | TZID | UTC offset | GMT offset
    Offset from UTC | Time zone offset`,
  zone: 'Zone | Offset',
  duration: `Duration | Scheduled duration | Length | Minutes | Mins | Duration (minutes)
    Duration in minutes | Duration (min) | Length (minutes) | Length in minutes | Length (min)
    Running time | Time needed`,
  fillers: `a | an | the | of | for | at | this | my | your | our | their | s | please | enter
    provide | give | us | state | specify | write | primary | current | full`,
  capacity: 'capacity | seats | room capacity | size | max attendees',
  has: 'has | equipment | room equipment | features | facilities',
  only: 'only | only for | reserved for',
  turnaround: 'turnaround | turnaround time | changeover | changeover time',
  shared: 'shared | shared room',
  availability: `availability | available | can | can/cannot | can/cannot/rather_not | can or cannot
    presence`,
  unavailable: `cannot | can not | can't | unavailable | not available | unavailability | away
    absent | absence | busy | blocked`,
  exclusive: 'exclusive',
  pinned: 'pinned | pin | fixed | locked',
  needs: 'needs | requires | requirements | equipment needs | technical requirements',
  expected:
    'expected | expected audience | expected attendance | audience | attendance | attendees',
  after: 'after | follows | comes after',
  not_with:
    'not with | not at the same time as | not parallel to | not in parallel with | conflicts with',
  not_before: 'not before | earliest | earliest start',
  not_after: 'not after | latest | latest end',
  parent: 'parent | parent ID | parent session ID',
  sub_session: 'sub-session | session or sub-session | session or sub-session(sub)',
  room_wish: 'room wish | wished room | preferred room | room preference',
};

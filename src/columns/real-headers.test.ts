// The headers of real systems are mapped without the user's help, and no two columns to fields that contradict each other.
import { expect, it } from 'vitest';
import { type Kind, mapMarked } from '../../test/support/columns.ts';

/**
 * By system and kind of file, the columns in their order, separated by `|`. A column with `=field` is mapped to this field,
 * and any other is not mapped. Add a row for each system that someone uses.
 */
const files: readonly (readonly [system: string, kind: Kind, columns: string])[] = [
  [
    'CMT, submissions',
    'submissions',
    `Paper ID | Created | Last Modified | Paper Title=title | Abstract=abstract | Primary Contact Author Name=name
    Primary Contact Author Email=submitter_email | Authors | Author Names | Author Emails | Track Name=track_id
    Primary Subject Area | Secondary Subject Areas | Conflicts | Domains | Assigned | Completed | % Completed | Bids
    Discussion | Status | Requested For Camera Ready | Camera Ready Submitted? | Files | Number of Files`,
  ],
  [
    'HotCRP, authors',
    'speakers',
    'paper | title | first=first_name | last=last_name | email=email | affiliation=company_name | country | iscontact',
  ],
  ['HotCRP, papers', 'submissions', 'paper | title=title | authors=name | abstract=abstract | topics | decision | pdf'],
  [
    'OpenReview, submissions',
    'submissions',
    'number | forum | title=title | authors=name | authorids | keywords | TLDR | abstract=abstract | venue | venueid | pdf',
  ],
  [
    'EasyChair, authors',
    'speakers',
    'submission # | first name=first_name | last name=last_name | email=email | country | affiliation=company_name | Web page | person # | corresponding?',
  ],
  [
    'EasyChair, submissions',
    'submissions',
    '# | title=title | authors=name | submitted | last updated | form fields | keywords | decision | notified | reviews sent | abstract=abstract | deleted?',
  ],
  [
    'EasyChair, program committee',
    'speakers',
    '# | person # | first name=first_name | last name=last_name | email=email | country | affiliation=company_name | Web page | role=title',
  ],
  [
    'ConfTool, users',
    'speakers',
    `person_id | title=title | name=last_name | firstname=first_name | organisation=company_name | addr1 | zip | city | country
    phone | email=email | status`,
  ],
  [
    'ConfTool, submissions with the addresses added',
    'submissions',
    `paperID | contribution_type=format_id | acceptance | title=title | authors | organisations | presenting_author=name
    abstract=abstract | keywords | email=submitter_email`,
  ],
  [
    'Indico, contributions',
    'sessions',
    'Id=id | Title=title | Description=abstract | Date=date | Duration=duration | Type | Session | Track=track | Presenters=speakers | Materials',
  ],
  [
    'Indico, registrations',
    'speakers',
    'ID | Name=name | Email Address=email | Affiliation=company_name | Position=title | Phone | Country | Registration date | Registration state',
  ],
  ['Sessionize, schedule', 'sessions', 'Day=date | Time=time | Room=room | Title=title | Speakers=speakers'],
  [
    'Sessionize, sessions with rooms',
    'sessions',
    `Session Id=id | Title=title | Description=abstract | Owner | Owner Email=submitter_email | Session format=format | Level | Track=track
    Owner Informed | Owner Confirmed | Room=room | Scheduled At=start | Scheduled Duration=duration | Live Link | Recording Link`,
  ],
  [
    'Sessionize, sessions of an embedding',
    'sessions',
    'id=id | title=title | description=abstract | startsAt=start | endsAt=end | isServiceSession=service_session | isPlenumSession | speakers=speakers | roomId | room=room | liveUrl | status',
  ],
  [
    'Sessionize, speakers of an embedding',
    'speakers',
    'id | firstName=first_name | lastName=last_name | fullName | bio=about | tagLine=title | profilePicture | isTopSpeaker | sessions',
  ],
  [
    'pretalx, speakers',
    'speakers',
    'ID | Name=name | Biography=about | Email=email | Picture | Proposal IDs | Proposal titles',
  ],
  [
    'pretalx, speakers of 2.x',
    'speakers',
    'code | name=name | email=email | biography=about | submission_ids | submission_titles | avatar',
  ],
  [
    'pretalx, schedule',
    'sessions',
    'ID=id | Proposal title=title | Session type=format | Track=track | Room=room | Start=start | End=end | Duration=duration | Speaker names=speakers | Tags | Language',
  ],
  [
    'PaperCall',
    'submissions',
    `name=name | email=submitter_email | avatar | location | bio | twitter | url | organization | shirt_size | talk_format=format_id
    title=title | abstract=abstract | description | notes | audience_level | tags | rating | state | confirmed | created_at`,
  ],
  [
    'frab and Pentabarf, events',
    'sessions',
    'event_id | title=title | subtitle | slug | track=track | event_type=format | language | abstract=abstract | description | persons=speakers | room=room | date=date | start=start | duration=duration',
  ],
  [
    'frab, people',
    'speakers',
    'id | first_name=first_name | last_name=last_name | public_name | email=email | gender | abstract | description | note',
  ],
  [
    'WordCamp, speaker applications',
    'speakers',
    'Timestamp | Your Name=name | Email Address=email | WordPress.org Username | Your Bio=about | Session Title | Session Description | Session Topics | Has spoken before?',
  ],
  [
    'WordCamp, speaker applications',
    'submissions',
    'Timestamp | Your Name=name | Email Address=submitter_email | WordPress.org Username | Your Bio | Session Title=title | Session Description=abstract | Session Topics',
  ],
  [
    'CampTix, attendees',
    'speakers',
    'Attendee ID | Ticket Type | First Name=first_name | Last Name=last_name | E-mail Address=email | Purchase date | Last Modified date | Status | Transaction ID | Coupon | Twitter',
  ],
  [
    'Eventbrite, attendees',
    'speakers',
    `Order # | Order Date | First Name=first_name | Last Name=last_name | Email=email | Quantity | Ticket Type | Attendee # | Job Title=title
    Company=company_name | Event Name | Event ID | Work Phone | Attendee Status`,
  ],
  [
    'Open Event, attendees',
    'speakers',
    'Order# | Order Date | Status | First Name=first_name | Last Name=last_name | Email=email | Country | Occupation=title | Payment Type | Ticket Name | Ticket Price',
  ],
  [
    'Ex Ordo, submissions',
    'submissions',
    'Paper ID | Title=title | Topic | Track=track_id | Presentation type=format_id | Abstract=abstract | Authors | Submitter name=name | Submitter email=submitter_email | Decision',
  ],
  [
    'Oxford Abstracts, submissions',
    'submissions',
    `ID | Title=title | Abstract=abstract | Submitter first name=submitter_first_name | Submitter last name=submitter_last_name | Submitter email=submitter_email
    Presenting author | Affiliations | Category | Decision | Average score`,
  ],
  [
    'Oracle, call for speakers',
    'submissions',
    'Session Code | Session Title=title | Session Abstract=abstract | Session Type=format_id | Primary Track=track_id | Status | Speaker First Name=submitter_first_name | Speaker Last Name=submitter_last_name | Speaker Email=submitter_email | Speaker Company',
  ],
  [
    'Oracle, call for speakers',
    'speakers',
    'Session Code | Session Title | Session Abstract | Speaker First Name=first_name | Speaker Last Name=last_name | Speaker Email=email | Speaker Company=company_name | Speaker Job Title=title | Speaker Bio=about',
  ],
  [
    'Whova, agenda',
    'sessions',
    '*Date=date | *Time Start=time | *Time End=end | Tracks=track | *Session Title=title | Room/Location=room | Description=abstract | Speakers=speakers | Authors',
  ],
  [
    'Sched, sessions',
    'sessions',
    'Session Title=title | Date=date | Start Time=time | End Time=end | Session Type=format | Venue=room | Description=abstract | Speakers=speakers | Capacity',
  ],
  [
    'Swapcard, speakers',
    'speakers',
    'First name=first_name | Last name=last_name | Email=email | Job title=title | Organization=company_name | Biography=about | Photo URL | LinkedIn | Twitter',
  ],
  [
    'Hopin, speakers',
    'speakers',
    'First Name=first_name | Last Name=last_name | Email=email | Headline=title | Bio=about | Website | Twitter',
  ],
  [
    'Brightcove, agenda',
    'sessions',
    'name=title | start_date=date | start_time=time | timezone | duration=duration | track=track | description=abstract | speakers=speakers | session_type=format',
  ],
  [
    'MeetingPulse, schedule',
    'sessions',
    'Title=title | Description=abstract | Event start date=date | Event start time=time | Event end date | Event end time=end | Location=room | Presenter=speakers | Bookable | Featured | Capacity',
  ],
  [
    'Accelevents, sessions',
    'sessions',
    'ID=id | Title=title | Format=format | Session Type | Start Date=date | Start Time=time | End Time=end | Full Detail | Capacity | Short Description | Tags | Tracks=track | Location ID | Primary Speaker=speakers',
  ],
  [
    'The Events Calendar',
    'sessions',
    'EVENT NAME=title | EVENT DESCRIPTION=abstract | EVENT START DATE=date | EVENT START TIME=time | EVENT END DATE | EVENT END TIME=end | EVENT VENUE NAME=room | EVENT ORGANIZER NAME',
  ],
  [
    'Outlook, calendar',
    'sessions',
    `Subject=title | Start Date=date | Start Time=time | End Date | End Time=end | All day event | Reminder on/off | Reminder Date | Reminder Time
    Meeting Organizer | Required Attendees | Optional Attendees | Categories | Description=abstract | Location=room | Priority | Private | Sensitivity | Show time as`,
  ],
  [
    'Outlook, calendar (German)',
    'sessions',
    'Betreff=title | Beginnt am=date | Beginnt um=time | Endet am | Endet um=end | Ganztägiges Ereignis | Erinnerung Ein/Aus | Ort=room | Beschreibung=abstract | Kategorien | Besprechungsplanung',
  ],
  [
    'Outlook, contacts',
    'speakers',
    'First Name=first_name | Middle Name | Last Name=last_name | Company=company_name | Department | Job Title=title | E-mail Address=email | E-mail 2 Address | Mobile Phone | Notes',
  ],
  [
    'Google Calendar',
    'sessions',
    'Subject=title | Start Date=date | Start Time=time | End Date | End Time=end | All Day Event | Description=abstract | Location=room | Private',
  ],
  [
    'Google Contacts',
    'speakers',
    'First Name=first_name | Middle Name | Last Name=last_name | Organization Name=company_name | Organization Title=title | E-mail 1 - Value=email | Phone 1 - Value | Notes',
  ],
  [
    'an iCalendar file as CSV',
    'sessions',
    'UID | SUMMARY=title | DTSTART=start | DTEND=end | LOCATION=room | DESCRIPTION=abstract | CATEGORIES | ORGANIZER',
  ],
  [
    'Airtable, talks',
    'submissions',
    'Name=title | Status | Speaker=name | Speaker Email=submitter_email | Abstract=abstract | Track=track_id | Format=format_id | Attachments | Created time',
  ],
  [
    'Airtable, speakers',
    'speakers',
    'Name=name | Email=email | Company=company_name | Role=title | Bio=about | Photo | Status | Notes | Sessions',
  ],
  [
    'neuromatch',
    'sessions',
    'submission_id=submission_id | title=title | abstract=abstract | fullname=speakers | coauthors | institution | theme | talk_format=format | starttime=start | endtime=end | url | track=track',
  ],
  [
    'ADASS',
    'submissions',
    'PaperID | FirstName=submitter_first_name | LastName=submitter_last_name | Affiliation | email=submitter_email | PaperTitle=title | PaperAbstract=abstract | ORCID',
  ],
];

it.each(files)('%s (%s)', (_, kind, text) => {
  const [found, expected] = mapMarked(kind, text);
  expect(found).toEqual(expected);
});

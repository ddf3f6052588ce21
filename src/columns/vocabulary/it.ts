// Italian headers.
import type { Language } from './terms.ts';

export const italian: Language = {
  name: 'Nome | Nomi | Nome pubblico | Nominativo',
  fullName: `Nome e cognome | Nome completo | Cognome e nome | Nome Cognome | Cognome Nome
    Nome per esteso | Come ti chiami | Come si chiama`,
  firstName: 'Nome di battesimo | Primo nome | Nome proprio | Prenome',
  lastName: 'Cognome | Cognome/i | Cognomi | Nome di famiglia',
  email: `E-mail | Indirizzo e-mail | Posta elettronica | Mail | Indirizzo di posta elettronica
    Indirizzo mail | Indirizzo di posta | E-mail di riferimento | Indirizzo elettronico`,
  company: `Azienda | Società | Organizzazione | Ente | Istituzione | Affiliazione | Impresa
    Azienda/organizzazione | Ditta | Ente di appartenenza | Ente/azienda | Azienda/ente
    Compagnia`,
  workplace: 'Università | Istituto | Appartenenza | Datore di lavoro',
  jobTitle: `Ruolo professionale | Qualifica | Posizione | Professione | Titolo professionale
    Posizione lavorativa | Mansione | Incarico | Carica | Occupazione | Lavoro
    Qualifica professionale | Ruolo aziendale | Ruolo/posizione`,
  role: 'Ruolo | Funzione | Motto',
  biography:
    'Biografia | Bio | Profilo biografico | Chi sei | Profilo | Su di te | Sul relatore | Chi sono',
  shortBiography: `Breve biografia | Biografia breve | Nota biografica | Mini bio | Breve bio
    Minibiografia | Cenni biografici | Bio breve | Note biografiche`,
  pronouns: 'Pronomi | Pronome | Pronomi preferiti',
  phone: `Telefono | Numero di telefono | Cellulare | Tel. | Telefono cellulare
    Numero di cellulare | Recapito telefonico`,
  photo: `Foto | Fotografia | Immagine | Foto profilo | Foto del profilo | Ritratto
    Immagine del profilo`,
  linkedin: 'Profilo LinkedIn | Link LinkedIn | Pagina LinkedIn',
  twitter: 'Account Twitter | Profilo Twitter | Nome utente Twitter',
  logistics: 'Logistica | Note logistiche | Esigenze logistiche',
  speaker: `Relatore | Relatrice | Oratore | Oratrice | Conferenziere | Speaker | Presentatore
    Presentatrice | Relatore/trice | Relatore principale | Presentato da | Docente
    Relatore/relatrice | Conferenziera | Artista`,
  speakers: `Relatori | Relatori/trici | Oratori | Speakers | Conferenzieri | Presentatori
    Relatori e relatrici | Relatrici | Relatore/i | Relatori/relatrici | Persone | Docenti
    Artisti`,
  author: 'Autore | Autrice | Primo autore | Autore principale | Autore/autrice',
  authors: 'Autori | Autori e autrici | Elenco autori | Autrici | Autore/i | Autori/autrici',
  coSpeaker: `Co-relatore | Co-relatrice | Co-relatori | Correlatore | Correlatori
    Altri relatori`,
  coAuthor: 'Coautore | Coautrice | Coautori | Altri autori',
  moderator: 'Moderatore | Moderatrice | Moderatori | Moderazione | Modera | Moderato da',
  chair: 'Presidente di sessione | Presidente della sessione | Presidenza | Presiede',
  host: 'Conduttore | Conduttrice | Conduttori',
  submitter: `Proponente | Proposto da | Inviato da | Autore corrispondente | Autore di riferimento
    Richiedente | Referente | Autore per la corrispondenza | Persona di contatto | Presentata da
    Candidato`,
  contact: 'Contatto',
  nominee: 'Persona nominata | Persona candidata',
  nominator: 'Nominato da',
  isSpeaker: 'Sei il relatore | È il relatore',
  talk: `Intervento | Presentazione | Relazione | Conferenza | Contributo | Talk | Seminario
    Discorso | Talk/workshop | Attività | Lezione | Comunicazione`,
  session: 'Sessione | Laboratorio',
  event: 'Evento',
  submission: 'Sottomissione',
  proposal: 'Proposta',
  talkTitle: `Titolo/tema | Titolo provvisorio | Argomento dell’intervento | Tema dell’intervento
    Titolo proposto`,
  title: 'Titolo | Titoli',
  topic: 'Tema | Argomento',
  abstract: 'Abstract | Riassunto | Estratto | Testo dell’abstract | Abstract/riassunto',
  summary: `Sommario | Sintesi | Descrizione breve | Breve descrizione | Sinossi
    Descrizione sintetica | Riepilogo | Abstract breve`,
  description:
    'Descrizione | Descrizione dettagliata | Descrizione completa | Descrizione estesa | Dettagli',
  content: 'Contenuto | Contenuti | Testo',
  track: `Track | Filone | Percorso | Percorso tematico | Traccia | Filone tematico
    Sessione tematica`,
  area: 'Area tematica | Tematica | Asse tematico | Linea tematica | Sezione',
  format: `Formato | Modalità | Modalità di presentazione | Formato di presentazione
    Tipo di intervento | Forma`,
  type: 'Tipo | Tipologia | Genere',
  id: 'Identificativo | Codice | ID | Identificatore',
  number: 'Numero',
  status: 'Stato',
  decision: 'Decisione | Decisione finale | Esito | Risultato | Accettato',
  reply: 'Risposta | Confermato | Confermata | Conferma',
  feedback: 'Commenti agli autori | Commenti per l’autore | Riscontro',
  room: 'Sala | Aula | Stanza | Auditorium | Palco | Salone | Spazio | Sale | Sala/luogo',
  place: 'Luogo | Sede | Ubicazione | Dove | Locale',
  start: `Inizio | Data e ora | Data/ora | Data e ora di inizio | Comincia | Quando | Dalle | Inizia
    Data e ora inizio | Da | Inizio (data e ora) | A partire da | Avvio | Comincia alle`,
  slot: 'Slot orario',
  startTime: `Ora di inizio | Ora inizio | Orario di inizio | Orario inizio | Ora iniziale
    Inizio (ora) | Dalle ore | Ora d’inizio`,
  date: 'Data | Data di inizio | Data inizio | Data d’inizio | Data dell’intervento',
  day: 'Giorno | Giorno della settimana | Giornata',
  time: `Ora | Orario | Orari | Ore | Dalle/alle | Fascia oraria | Da/a | Inizio/fine
    Orario dell’intervento`,
  end: `Fine | Termine | Ora di fine | Ora fine | Orario di fine | Orario fine | Alle | Finisce
    Data e ora di fine | Termina | Fine (ora) | Fino alle | Conclusione | Data e ora fine
    Ora finale`,
  endDate: 'Data di fine',
  timeZone: 'Fuso orario',
  zone: 'Zona',
  duration: `Durata | Durata (minuti) | Durata in minuti | Minuti | Lunghezza | Tempo | Durata (min)
    Tempo assegnato | Durata prevista`,
  fillers: `il | lo | la | i | gli | le | l | un | una | di | del | dello | della | dell | dei
    degli | delle | tuo | tua | tuoi | suo | sua | vostro | vostra | mio | mia | nostro | nostra
    per | favore | inserire | inserisci | indicare | indica`,
};

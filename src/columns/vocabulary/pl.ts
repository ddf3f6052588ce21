// Polish headers.
import type { Language } from './terms.ts';

export const polish: Language = {
  name: 'Nazwa wyświetlana | Godność',
  fullName: `Imię i nazwisko | Nazwisko i imię | Imię nazwisko | Pełne imię i nazwisko
    Imiona i nazwiska | Nazwisko, imię | Pełne nazwisko | Jak się nazywasz`,
  firstName: 'Imię | Imiona | Pierwsze imię | Imienia',
  lastName: 'Nazwisko | Nazwiska | Nazwisko rodowe',
  email: `E-mail | Adres e-mail | Adres poczty elektronicznej | Poczta elektroniczna | Mail
    Adres mailowy | E-mail kontaktowy | Adres elektroniczny | Poczta`,
  company: `Firma | Organizacja | Instytucja | Przedsiębiorstwo | Pracodawca | Afiliacja
    Nazwa firmy | Firma/organizacja | Spółka | Firmy | Organizacja/firma`,
  workplace: 'Uczelnia | Uniwersytet | Miejsce pracy | Instytut',
  jobTitle: `Stanowisko | Zawód | Stanowisko pracy | Pozycja | Tytuł zawodowy | Nazwa stanowiska
    Praca | Posada | Stanowisko służbowe`,
  role: 'Rola | Funkcja',
  biography: 'Biografia | Bio | Życiorys | O mnie | O Tobie | O prelegencie | Sylwetka | O sobie',
  shortBiography: `Krótka biografia | Notka biograficzna | Nota biograficzna | Krótkie bio
    Krótki życiorys | Biogram | Krótka notka biograficzna`,
  pronouns: 'Zaimki | Zaimek | Preferowane zaimki',
  phone: `Telefon | Numer telefonu | Komórka | Tel. | Telefon komórkowy | Nr telefonu
    Telefon kontaktowy`,
  photo: 'Zdjęcie | Fotografia | Zdjęcie profilowe | Portret | Foto | Obraz | Zdjęcie prelegenta',
  linkedin: 'Profil LinkedIn | Link do LinkedIn | Konto LinkedIn',
  twitter: 'Konto Twitter | Profil Twitter | Konto na Twitterze',
  logistics: 'Logistyka | Uwagi logistyczne | Potrzeby logistyczne',
  speaker: `Prelegent | Prelegentka | Mówca | Mówczyni | Wykładowca | Referent | Prelegenta
    Prowadzący | Prowadząca | Speaker | Mówcy | Wykładowcy | Prowadzącego | Osoba prowadząca
    Panelista | Prelegentki | Prelegent/prelegentka | Artysta | Artystka`,
  speakers: `Prelegenci | Prelegenci/prelegentki | Wykładowcy/mówcy | Osoby | Prelegentów
    Prelegent(ci) | Paneliści | Speakerzy | Artyści`,
  author: 'Autor | Autorka | Pierwszy autor | Autor główny | Autora | Autor/autorka',
  authors: 'Autorzy | Autorzy i autorki | Lista autorów | Autorów',
  coSpeaker: 'Współprelegent | Współprelegentka | Współprelegenci | Pozostali prelegenci',
  coAuthor: 'Współautor | Współautorka | Współautorzy | Pozostali autorzy',
  moderator: 'Moderator | Moderatorka | Moderatorzy | Moderacja',
  chair: 'Przewodniczący | Przewodnicząca | Przewodniczący sesji | Przewodnictwo',
  host: 'Gospodarz | Gospodyni | Gospodarze',
  submitter: `Zgłaszający | Zgłaszająca | Zgłoszone przez | Osoba zgłaszająca
    Autor korespondencyjny | Wnioskodawca | Osoba kontaktowa | Zgłaszającego | Osoba do kontaktu`,
  contact: 'Kontakt',
  nominee: '',
  nominator: '',
  isSpeaker: '',
  talk: `Wystąpienie | Prezentacja | Referat | Wykład | Prelekcja | Wystąpienia | Prezentacji
    Referatu | Wykładu | Prelekcji`,
  session: 'Sesja | Sesji | Warsztat | Warsztatu | Warsztaty',
  event: 'Wydarzenie | Wydarzenia',
  submission: 'Zgłoszenie | Zgłoszenia',
  proposal: 'Propozycja',
  talkTitle: `Tytuł roboczy | Temat wystąpienia | Temat prelekcji | Temat referatu | Tytuł/temat
    Temat prezentacji | Temat wykładu | Proponowany tytuł`,
  title: 'Tytuł | Tytuły | Nazwa',
  topic: 'Temat',
  abstract: 'Abstrakt | Abstract | Streszczenie | Tekst abstraktu | Streszczenie/abstrakt',
  summary: `Podsumowanie | Krótki opis | Skrót | Skrócony opis | Zarys | Synteza | Zajawka
    Krótkie streszczenie`,
  description: 'Opis | Szczegółowy opis | Pełny opis | Opis szczegółowy | Szczegóły | Dłuższy opis',
  content: 'Treść | Zawartość | Tekst',
  track: 'Ścieżka | Ścieżka tematyczna | Track | Blok tematyczny | Blok | Ścieżki | Nurt',
  area: 'Obszar tematyczny',
  format: 'Format | Forma | Forma wystąpienia | Forma prezentacji | Tryb | Forma udziału',
  type: 'Typ | Rodzaj',
  id: 'Identyfikator | Kod | ID',
  number: 'Numer',
  status: 'Status | Stan',
  decision: 'Decyzja | Decyzja końcowa | Wynik',
  reply: 'Odpowiedź | Potwierdzenie | Potwierdzony | Potwierdzona',
  feedback: 'Informacja zwrotna | Uwagi dla autora | Uwagi dla autorów',
  room: `Sala | Pokój | Pomieszczenie | Aula | Sale | Audytorium | Scena | Sala wykładowa
    Sala/miejsce`,
  place: 'Miejsce | Lokalizacja | Gdzie',
  start: `Początek | Start | Rozpoczęcie | Data i godzina | Data/godzina
    Data i godzina rozpoczęcia | Zaczyna się | Kiedy | Od | Termin | Rozpoczyna się
    Początek (data i godzina) | Data i czas`,
  slot: 'Slot czasowy',
  startTime: `Godzina rozpoczęcia | Godzina startu | Początek (godzina) | Czas rozpoczęcia
    Godzina od | Godz. rozpoczęcia | Godzina początku | Czas startu`,
  date: 'Data | Data rozpoczęcia | Data startu | Data wystąpienia | Data początku',
  day: 'Dzień | Dzień tygodnia | Dzień konferencji',
  time: 'Godzina | Czas | Godziny | Od–do | Pora | Godz. | Przedział czasowy | Początek/koniec',
  end: `Koniec | Zakończenie | Godzina zakończenia | Do | Kończy się | Data i godzina zakończenia
    Czas zakończenia | Godzina do | Koniec (godzina) | Godzina końca | Godz. zakończenia`,
  endDate: 'Data zakończenia | Data końca',
  timeZone: 'Strefa czasowa',
  zone: 'Strefa',
  duration: `Czas trwania | Długość | Minuty | Czas trwania (minuty) | Czas trwania w minutach
    Trwanie | Długość (min) | Długość w minutach | Czas trwania (min)`,
  fillers: `Twój | Twoja | Twoje | Twojego | Twojej | Pana | Pani | Państwa | mój | moja | moje
    mojego | mojej | proszę | podać | podaj | wpisz | dla | swój | swoje | nasz | na`,
};

// French headers.
import type { Language } from './terms.ts';

export const french: Language = {
  name: 'Nom | Noms | Nom affiché | Nom public',
  fullName: `Nom complet | Nom et prénom | Prénom et nom | Nom, prénom | Prénom, nom
    Nom et prénoms | Comment vous appelez-vous`,
  firstName: 'Prénom | Prénom usuel | Prénoms | Petit nom',
  lastName: 'Nom de famille | Nom famille | Nom d’usage | Patronyme | Nom patronymique',
  email: `Courriel | Adresse e-mail | Adresse courriel | E-mail | Adresse électronique
    Adresse mail | Mail | Mél | Courrier électronique | Adresse de courriel | Adresse de messagerie
    Adresse de courrier électronique | Emails | Adresse mél`,
  company: `Entreprise | Société | Organisation | Organisme | Employeur | Affiliation
    Établissement | Institution | Entreprise/organisation | Compagnie | Société/organisation
    Raison sociale | Organisation/entreprise`,
  workplace: 'Université | Laboratoire | Association | Institut | Structure',
  jobTitle: `Poste | Intitulé du poste | Titre du poste | Profession | Fonction | Métier | Emploi
    Poste occupé | Titre professionnel | Titre/fonction | Fonction/titre | Titre de poste
    Intitulé de poste`,
  role: 'Rôle | Qualité | Accroche',
  biography: `Biographie | Bio | À propos de vous | À propos de l’intervenant
    Présentation de l’intervenant | À propos | Profil biographique`,
  shortBiography: `Courte biographie | Biographie courte | Courte bio | Notice biographique
    Mini-bio | Bio courte | Brève biographie`,
  pronouns: 'Pronoms | Pronom | Pronoms préférés',
  phone: `Téléphone | Numéro de téléphone | Portable | Tél. | Tél. portable | Mobile
    Téléphone portable | Numéro de portable | GSM | Téléphone mobile`,
  photo: `Photo | Portrait | Image | Photo de profil | Photographie | Photo d’identité
    Photo portrait | Avatar`,
  linkedin: 'Profil LinkedIn | Lien LinkedIn | Page LinkedIn',
  twitter: 'Compte Twitter | Profil Twitter | Identifiant Twitter',
  logistics: 'Logistique | Besoins logistiques | Notes logistiques',
  speaker: `Intervenant | Intervenante | Conférencier | Conférencière | Orateur | Oratrice
    Présentateur | Présentatrice | Conférencier(ère) | Speaker | Orateur·rice | Présenté par
    Animateur | Animatrice | Formateur | Conférencier/conférencière | Artiste`,
  speakers: `Intervenants | Conférenciers | Orateurs | Speakers | Intervenant·e·s
    Intervenants/intervenantes | Conférenciers/conférencières | Orateurs/oratrices | Personnes
    Présentateurs | Conférencier·ère·s | Conférencières | Participants à la table ronde | Artistes`,
  author:
    'Auteur | Auteure | Autrice | Auteur·rice | Premier auteur | Auteur principal | Auteur/autrice',
  authors: 'Auteurs | Auteur·e·s | Auteurs/autrices | Liste des auteurs | Auteur·rice·s | Autrices',
  coSpeaker: `Co-intervenant | Co-intervenante | Co-intervenants | Co-orateur | Co-orateurs
    Co-conférencier | Co-conférenciers | Autres intervenants`,
  coAuthor: 'Co-auteur | Co-auteurs | Co-autrice | Autres auteurs',
  moderator: 'Modérateur | Modératrice | Modérateurs | Modération | Modéré par',
  chair: `Président de séance | Présidente de séance | Présidents de séance | Présidence de séance
    Président de session | Présidence`,
  host: 'Hôte | Hôtes | Hôtesse',
  submitter: `Soumissionnaire | Proposé par | Déposant | Déposante | Porteur | Auteur correspondant
    Soumis par | Proposant | Porteur du projet | Personne à contacter | Personne de contact
    Déposé par`,
  contact: 'Contact',
  nominee: 'Personne nominée | Personne proposée | Candidat proposé',
  nominator: 'Nominé par',
  isSpeaker: 'Êtes-vous l’intervenant | Êtes-vous le conférencier | Êtes-vous l’orateur',
  talk: `Présentation | Conférence | Exposé | Intervention | Communication | Talk | Contribution
    Communication orale | Conférence/atelier | Sujet d’intervention`,
  session: 'Session | Séance | Atelier',
  event: 'Événement | Manifestation',
  submission: 'Soumission',
  proposal: 'Proposition',
  talkTitle: `Intitulé | Titre/sujet | Sujet/titre | Titre du sujet | Titre provisoire | Libellé
    Titre proposé`,
  title: 'Titre | Titres',
  topic: 'Sujet',
  abstract: 'Abstract',
  summary: `Synopsis | Description courte | Courte description | Brève description | Sommaire
    Chapeau | Descriptif court | Résumé | Résumés | Résumé court | Texte du résumé`,
  description: `Description | Descriptif | Description détaillée | Description complète
    Description longue | Détails`,
  content: 'Contenu | Contenus | Argumentaire | Pitch | Texte',
  track: `Piste | Track | Parcours thématique | Filière | Parcours/track | Fil | Parcours
    Session thématique`,
  area: 'Axe thématique | Axe | Thématique | Volet',
  format: `Format | Format d’intervention | Modalité de présentation | Forme | Modalité
    Type d’intervention | Forme d’exposé | Format souhaité`,
  type: 'Type | Genre | Nature',
  id: 'Identifiant | Code | ID',
  number: 'Numéro',
  status: 'Statut | État',
  decision: 'Décision | Décision finale | Résultat | Accepté',
  reply: 'Réponse | Confirmé | Confirmée | Confirmation',
  feedback: 'Retour | Commentaires aux auteurs | Retour aux auteurs',
  room: `Salle | Amphi | Amphithéâtre | Scène | Auditorium | Salle de conférence | Salles
    Salle/lieu`,
  place: 'Lieu | Emplacement | Endroit | Où | Espace | Local',
  start: `Début | Commence à | Date et heure | Date/heure | Date et heure de début
    Début (date et heure) | Quand | De | Commencement | Démarre à | À partir de | Démarrage`,
  slot: 'Créneau',
  startTime: `Heure de début | Heure début | Début (heure) | Heure de commencement
    Horaire de début | Heure de départ`,
  date: 'Date | Date de début | Date début | Jour/date | Date de la session',
  day: 'Jour | Jour de la semaine | Journée',
  time: `Heure | Horaire | Horaires | Heures | Plage horaire | De/à | Début/fin | Heure de passage
    Tranche horaire | Début et fin`,
  end: `Fin | Heure de fin | Se termine à | Jusqu’à | Date et heure de fin | Fin (date et heure)
    Heure fin | Fin (heure) | À | Termine à | Horaire de fin | Finit à`,
  endDate: 'Date de fin',
  timeZone: 'Fuseau horaire',
  zone: 'Zone | Décalage',
  duration: `Durée | Durée (minutes) | Durée en minutes | Minutes | Longueur | Temps | Durée (min)
    Temps de parole | Durée prévue | Durée (mn)`,
  fillers: `le | la | les | l | un | une | de | du | des | d | votre | vos | mon | ma | mes | notre
    nos | son | sa | ton | ta | pour | à | au | aux | ce | cette | veuillez | indiquer | indiquez
    merci | saisir`,
};
